import { HEAD, WORD } from './cues.ts';
import type { Family } from './family.ts';

const FATAL = /^fatal: (.+)$/;
const CONFLICT = /^CONFLICT \(([^)]{1,80})\): (?:Merge conflict in (\S.*)|(.+))$/;
const REJECTED = /^ ! \[(?:remote )?rejected\] +(.+)$/;
const ERROR =
  /^error: ((?:failed to push|pathspec|could not apply|Your local changes|patch failed|.*: patch does not apply|cannot lock ref|unable to (?:create|write|unlink)|src refspec|RPC failed|The requested URL|Pulling is not possible|The following untracked|.*: does not exist in index|remote unpack failed|object file|insufficient permission|server certificate|failed to (?:fetch|merge)|Merging is not|Committing is not|no such remote).*)$/;

/** Git's own failures; its hints never are. */
export const git: Family = {
  cues: WORD | HEAD,
  first: 'feC ',
  read(entry, lane) {
    const conflict = CONFLICT.exec(entry.text);
    if (conflict !== null) {
      lane.report(entry, {
        tool: 'git',
        file: conflict[2] ?? null,
        message: `conflict (${conflict[1] ?? ''}): ${conflict[2] ?? conflict[3] ?? ''}`,
      });
      return true;
    }
    const message = FATAL.exec(entry.text)?.[1] ?? ERROR.exec(entry.text)?.[1];
    const rejected = REJECTED.exec(entry.text)?.[1];
    if (message === undefined && rejected === undefined) return false;
    // Build scripts ask Git for a version where there is none: that is said, and the build goes on.
    const harmless =
      /^(?:[Nn]ot a git repository|No names found|[Nn]o tag|ambiguous argument|No annotated|cannot describe|Needed a single revision|no upstream|bad object)/.test(
        message ?? '',
      );
    lane.report(entry, {
      tool: 'git',
      severity: entry.text.startsWith('fatal') ? 'fatal' : 'error',
      kind: harmless ? 'weak' : 'diagnostic',
      message: message ?? `rejected: ${rejected ?? ''}`,
    });
    return true;
  },
};
