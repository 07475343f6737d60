import { HEAD, WORD } from './cues.ts';
import type { Family } from './family.ts';

const HEADER = /^In (\S.{0,400}?) line (\d{1,7}):$/;
const CODE = /\^-* ?(SC\d{4})(?: \((error|warning|info|style)\))?: (.+)$/;
const XMLLINT =
  /^(\S.{0,300}?):(\d{1,7}): (parser|validity|namespace|I\/O|HTML parser|Schemas validity|Relax-NG validity) (error|warning) ?: (.+)$/;
const CRYSTAL = /^In (\S.{0,400}?\.cr):(\d{1,7}):(\d{1,5})$/;
const POWERSHELL = /^At (\S.{0,400}?):(\d{1,7}) char:(\d{1,5})$/;

/** ShellCheck's terminal format, xmllint, Crystal and PowerShell: their place comes in words or a line before the message. */
export const scripts: Family = {
  cues: WORD | HEAD,
  first: '',
  read(entry, lane) {
    const xml = XMLLINT.exec(entry.text);
    if (xml !== null) {
      const severity = xml[4] === 'warning' ? 'warning' : 'error';
      lane.report(entry, {
        tool: 'xmllint',
        severity,
        file: xml[1] ?? null,
        row: Number(xml[2]),
        message: xml[5] ?? '',
      });
      return true;
    }
    const crystal = CRYSTAL.exec(entry.text);
    if (crystal !== null) {
      const place = { file: crystal[1] ?? null, row: Number(crystal[2]), column: Number(crystal[3]) };
      lane.open({
        take(next) {
          const message = /^Error: (.+)$/.exec(next.text)?.[1];
          if (message !== undefined) lane.report(entry, { tool: 'crystal', message, endLine: next.number, ...place });
          return message === undefined && !/^In /.test(next.text);
        },
      });
      return true;
    }
    const shell = POWERSHELL.exec(entry.text);
    if (shell !== null) {
      const before = lane.previous(1)?.text.trim() ?? '';
      lane.report(entry, {
        tool: 'powershell',
        kind: 'crash',
        file: shell[1] ?? null,
        row: Number(shell[2]),
        column: Number(shell[3]),
        message: before === '' ? entry.text : before,
      });
      return true;
    }
    const header = HEADER.exec(entry.text);
    if (header === null) return false;
    lane.open({
      take(next) {
        const found = CODE.exec(next.text);
        if (found !== null) {
          const severity = found[2] === undefined || found[2] === 'error' ? 'error' : 'warning';
          lane.report(entry, {
            tool: 'shellcheck',
            severity,
            file: header[1] ?? null,
            row: Number(header[2]),
            endLine: next.number,
            message: `${found[1] ?? ''}: ${found[3] ?? ''}`,
          });
        }
        return next.text.trim() !== '' && !HEADER.test(next.text) && !next.text.startsWith('For more information');
      },
    });
    return true;
  },
};
