import { HEAD, LINE, PLACE, WORD } from './cues.ts';
import type { Entry, Family, LaneView } from './family.ts';

const DOCKER =
  /^(?:The command '(.{1,2000})' returned a non-zero code: (\d+)|ERROR: (?:Service '([^']{1,80})' failed to build.*))$/;
const BUILDKIT =
  /^(?:#\d+ )?ERROR: (?:process "(.{1,2000})" did not complete successfully: (.+)|(executor failed running .+)|(failed to (?:solve|compute|build|fetch|copy|load|do|authorize|resolve).+|.+: (?:not found|manifest unknown|pull access denied.*)))$/;
const BUILDKIT_LAST = /^(?:ERROR: )?failed to solve(?: with frontend \S+)?: (.+)$/;
const DOCKERFILE = /^(\S*[Dd]ockerfile\S*):(\d{1,7})$/;
const KUBECTL =
  /^(?:Error from server(?: \((\w+)\))?: (.+)|The connection to the server .+ was refused.*|error: (?:unable to|the server|no matches|You must be|error (?:validating|parsing|executing)|resource mapping|failed to|timed out|deployment|context|no context|invalid|stat |open |lookup |Missing or incomplete).*)$/;
const HELM = /^Error: ((?:INSTALLATION|UPGRADE|ROLLBACK|UNINSTALL) FAILED: .+)$/;
const TERRAFORM = /^[│|] (Error|Warning): (\S.*)$/;
const TERRAFORM_PLACE = /^(?:[│|])? {2,3}(?:on|with) (\S.{0,300}?) line (\d{1,7})\b/;
const ANSIBLE = /^(?:fatal|failed): \[([^\]]{1,120})\](?: ?\([^)]{1,300}\))?: (FAILED!|UNREACHABLE!)?(?: =>)? ?(.*)$/;
const ANSIBLE_ERROR = /^ERROR! (.+)$/;
const PLACE_WORDS = /The error appears to (?:be|have been) in '([^']{1,300})': line (\d{1,7}), column (\d{1,5})/;

/** Docker, BuildKit, Kubernetes, Helm, Terraform and Ansible. */
export const infrastructure: Family = {
  cues: WORD | HEAD | LINE | PLACE,
  first: '',
  read(entry, lane) {
    return docker(entry, lane) || kubectl(entry, lane) || terraform(entry, lane) || ansible(entry, lane);
  },
};

function docker(entry: Entry, lane: LaneView): boolean {
  const classic = DOCKER.exec(entry.text);
  if (classic !== null) {
    lane.report(entry, { tool: 'docker', kind: 'wrapper', message: entry.text });
    return true;
  }
  const place = DOCKERFILE.exec(entry.text);
  if (place !== null) {
    const finding = {
      tool: 'docker',
      kind: 'wrapper',
      file: place[1] ?? null,
      row: Number(place[2]),
      message: 'the step failed',
    } as const;
    lane.open({
      take(next) {
        if (/^-{8,}$/.test(next.text)) lane.report(entry, finding);
        return false;
      },
    });
    return true;
  }
  const buildkit = BUILDKIT.exec(entry.text);
  const last = buildkit === null ? BUILDKIT_LAST.exec(entry.text) : null;
  if (buildkit === null && last === null) return false;
  const message =
    buildkit?.[1] === undefined
      ? (buildkit?.[3] ?? buildkit?.[4] ?? last?.[1] ?? entry.text)
      : `${buildkit[1]}: ${buildkit[2] ?? ''}`;
  const parsed = /[Dd]ockerfile parse error (?:on )?line (\d{1,7})/.exec(entry.text);
  if (parsed !== null) {
    lane.report(entry, { tool: 'docker', message, file: 'Dockerfile', row: Number(parsed[1]) });
    return true;
  }
  const passed = /exit code: |executor failed running|did not complete successfully/.test(entry.text);
  lane.report(entry, {
    tool: 'docker',
    kind: passed ? 'wrapper' : 'diagnostic',
    message: message.replace(/^failed to solve: /, ''),
  });
  return true;
}

function kubectl(entry: Entry, lane: LaneView): boolean {
  const found = KUBECTL.exec(entry.text);
  const helm = HELM.exec(entry.text);
  if (found === null && helm === null) return false;
  lane.report(entry, {
    tool: helm === null ? 'kubectl' : 'helm',
    message: helm?.[1] ?? entry.text,
    kind: entry.text.startsWith('error:') ? 'weak' : 'diagnostic',
  });
  return true;
}

/** A box; in old versions plain text, which only the place in words under the heading tells from any other program's. */
function terraform(entry: Entry, lane: LaneView): boolean {
  const place = TERRAFORM_PLACE.exec(entry.text);
  if (place !== null) return plainTerraform(entry, lane, place[1] ?? '', Number(place[2]));
  const found = TERRAFORM.exec(entry.text);
  if (found === null) return false;
  const severity = found[1] === 'Warning' ? 'warning' : 'error';
  const finding = lane.report(entry, { tool: 'terraform', severity, message: found[2] ?? '' });
  lane.open({
    take(next) {
      const on = TERRAFORM_PLACE.exec(next.text);
      if (on !== null && finding.file === null) {
        finding.file = on[1] ?? null;
        finding.row = Number(on[2]);
      }
      finding.endLine = next.number;
      return /^[│|]/.test(next.text);
    },
  });
  return true;
}

function plainTerraform(entry: Entry, lane: LaneView, file: string, row: number): boolean {
  for (let back = 1; back <= 3; back++) {
    const header = lane.previous(back);
    const found = header === null ? null : /^(Error|Warning): (\S.*)$/.exec(header.text);
    if (header === null || found === null) continue;
    const severity = found[1] === 'Warning' ? 'warning' : 'error';
    lane.report(header, { tool: 'terraform', severity, message: found[2] ?? '', file, row, endLine: entry.number });
    return true;
  }
  return false;
}

function ansible(entry: Entry, lane: LaneView): boolean {
  const task = /^(?:TASK|RUNNING HANDLER) \[(.{1,300})\] \*{3,}/.exec(entry.text);
  if (task !== null) {
    lane.unit = task[1] ?? '';
    return true;
  }
  const found = ANSIBLE.exec(entry.text);
  const error = found === null ? ANSIBLE_ERROR.exec(entry.text) : null;
  if (found === null && error === null) return false;
  const text = error?.[1] ?? /"msg": "((?:[^"\\]|\\.){1,400})/.exec(found?.[3] ?? '')?.[1] ?? found?.[3] ?? '';
  const message = error === null ? `${lane.unit === '' ? '' : `${lane.unit}: `}${text} (${found?.[1] ?? ''})` : text;
  let ignored = false;
  const place = PLACE_WORDS.exec(entry.text);
  let file = place?.[1] ?? null;
  let row = place === null ? null : Number(place[2]);
  let end = entry.number;
  let lines = 0;
  lane.open({
    take(next) {
      if (next.text.startsWith('...ignoring')) ignored = true;
      const words = PLACE_WORDS.exec(next.text);
      if (words !== null) {
        file = words[1] ?? null;
        row = Number(words[2]);
        end = next.number;
      }
      const more =
        error !== null && (words !== null || next.text.trim() === '' || /^The (?:error|offending)/.test(next.text));
      return ignored || (more && ++lines < 12);
    },
    close() {
      if (!ignored) lane.report(entry, { tool: 'ansible', message, file, row, endLine: end, severity: 'error' });
    },
  });
  return true;
}
