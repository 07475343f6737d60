import { mayBeCredential } from '../paths.ts';
import { dangerous, type Finding, moderate } from '../rating.ts';
import type { SimpleCommand } from '../shell/command.ts';
import { argumentsOf, has, nameOf, operands, optionValue } from './arguments.ts';
import { clip, namesCredential, ratingOfWrite } from './files.ts';
import { told, worse } from './launchers.ts';
import type { Rule } from './rule.ts';

/** Sends or fetches over the network; what it writes and what it sends of files is looked at. */
export const network: Rule = (command, context) => {
  const { places } = context;
  const name = nameOf(command);
  const host = hostOf(command);
  const findings: Finding[] = [moderate('it uses the network', host === null ? undefined : `${name} ${host}`)];
  for (const file of savedTo(command)) findings.push(ratingOfWrite(file, places));
  if (name === 'curl' && has(command, 'O', '--remote-name', '--remote-name-all'))
    findings.push(moderate('it writes a file here', 'write files here'));
  if (has(command, 'K', '--config') || argumentsOf(command).some(({ text }) => /^--use-askpass/.test(text)))
    findings.push(moderate('it takes its settings from a file'));
  if (
    /^(?:nc|ncat|netcat|socat)$/.test(name) &&
    (has(command, 'ec', '--exec', '--sh-exec') || argumentsOf(command).some(({ text }) => /EXEC:|SYSTEM:/i.test(text)))
  ) {
    findings.push(dangerous('it gives another machine a program to talk to'));
  }
  if (/^(?:scp|sftp)$/.test(name)) {
    for (const option of ['-S', '-D']) {
      const program = optionValue(command, option, option);
      if (program) findings.push(...worse(context.script(program.text)));
    }
    const target = operands(command).at(-1);
    if (name === 'scp' && target && !/^[^/]*:/.test(target.text)) findings.push(ratingOfWrite(target, places));
  }
  findings.push(...told(command, context));
  const sent = argumentsOf(command).filter(({ text, exact }) =>
    mayBeCredential({ text: text.replace(/^(?:[\w.:-]*[@=<])+/, ''), exact, made: [] }, places),
  );
  const reads = command.upstream.some((one) => namesCredential(one, places));
  if (sent.length > 0 || reads)
    findings.push(dangerous(`it may send credentials${sent[0] ? `: ${clip(sent[0].text)}` : ''}`));
  return findings;
};

/** Files that a command which fetches would save to: named by an option, or by the address. */
export function savedTo(command: SimpleCommand) {
  const name = nameOf(command);
  const named = [
    ...(name === 'wget' ? [] : [optionValue(command, '-o', '--output')]),
    optionValue(command, '-O', '--output-document'),
  ];
  // curl's -O takes no value, and wget's -o is its log.
  const log =
    name === 'wget'
      ? [optionValue(command, '-o', '--output-file'), optionValue(command, '-P', '--directory-prefix')]
      : [];
  const own = name === 'curl' ? [named[0]] : [...named, ...log];
  return own.flatMap((file) => (file && file.text !== '-' ? [file] : []));
}

/** The hosts that an approval of it would be for; null when one can not be told. */
function hostOf(command: SimpleCommand): string | null {
  const words = argumentsOf(command).filter(({ text }) => /^[a-z][a-z+.-]*:\/\//i.test(text));
  const hosts = words.flatMap(({ text, exact }) => {
    const [, host] = /^[a-z+.-]+:\/\/(?:[^/?#@]*@)?([\w.-]+)(?=[:/?#]|$)/i.exec(text) ?? [];
    return host && exact ? [host.toLowerCase()] : [];
  });
  return hosts.length > 0 && hosts.length === words.length ? [...new Set(hosts)].sort().join(' ') : null;
}

/** Asks other machines for a name or whether they are there: what is asked for is sent. */
const asks: Rule = (command) => [moderate('it uses the network', nameOf(command))];

/** Programs that talk to other machines. */
export const NETWORK_PROGRAMS: Readonly<Record<string, Rule>> = {
  scp: network,
  curl: network,
  curlie: network,
  wget: network,
  wget2: network,
  fetch: network,
  nc: network,
  ncat: network,
  netcat: network,
  socat: network,
  telnet: network,
  ftp: network,
  sftp: network,
  http: network,
  https: network,
  xh: network,
  aria2c: network,
  ping: asks,
  ping6: asks,
  traceroute: asks,
  mtr: asks,
  dig: asks,
  host: asks,
  nslookup: asks,
  whois: asks,
};
