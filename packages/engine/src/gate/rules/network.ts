import { mayBeCredential } from '../paths.ts';
import { dangerous, type Finding, moderate } from '../rating.ts';
import { argumentsOf, has, nameOf, optionValue } from './arguments.ts';
import { clip, ratingOfWrite } from './files.ts';
import type { Rule } from './rule.ts';

/** Sends or fetches over the network; what it writes and what it sends of files is looked at. */
export const network: Rule = (command, { places }) => {
  const name = nameOf(command);
  const findings: Finding[] = [moderate('it uses the network', name)];
  const file = optionValue(command, '-o', '--output') ?? optionValue(command, '-O', '--output-document');
  if (file && file.text !== '-') findings.push(ratingOfWrite(file, places));
  if (name === 'curl' && has(command, 'O', '--remote-name'))
    findings.push(moderate('it writes a file here', 'write files here'));
  if (
    /^(?:nc|ncat|netcat|socat)$/.test(name) &&
    (has(command, 'ec', '--exec', '--sh-exec') || argumentsOf(command).some(({ text }) => /EXEC:|SYSTEM:/i.test(text)))
  ) {
    findings.push(dangerous('it gives another machine a program to talk to'));
  }
  const sent = argumentsOf(command).filter(({ text }) =>
    mayBeCredential({ text: text.replace(/^(?:[\w.:-]*[@=<])+/, ''), exact: true, made: [] }, places),
  );
  if (sent.length > 0) findings.push(dangerous(`it may send credentials: ${clip(sent[0]?.text ?? '')}`));
  return findings;
};

/** Programs that talk to other machines. */
export const NETWORK_PROGRAMS: Readonly<Record<string, Rule>> = {
  scp: network,
  curl: network,
  wget: network,
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
};
