import { HEAD, WORD } from './cues.ts';
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
const TERRAFORM = /^(?:[│|] )?(Error|Warning): (\S.*)$/;
const TERRAFORM_PLACE = /^(?:[│|])? {2}(?:on|with) (\S.{0,300}?) line (\d{1,7})\b/;
const ANSIBLE = /^(?:fatal|failed): \[([^\]]{1,120})\](?: ?\([^)]{1,300}\))?: (FAILED!|UNREACHABLE!)?(?: =>)? ?(.*)$/;
const ANSIBLE_ERROR = /^ERROR! (.+)$/;
const PLACE_WORDS = /The error appears to (?:be|have been) in '([^']{1,300})': line (\d{1,7}), column (\d{1,5})/;

/** Docker, BuildKit, Kubernetes, Helm, Terraform and Ansible. */
export const infrastructure: Family = {
  cues: WORD | HEAD,
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
  if (place !== null && /^-{6,}$/.test(lane.previous(1)?.text.trim() ?? '')) {
    lane.report(entry, {
      tool: 'docker',
      kind: 'wrapper',
      file: place[1] ?? null,
      row: Number(place[2]),
      message: 'the step failed',
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

/** A box, or in old versions plain text: the heading, then the place in words within the next lines. */
function terraform(entry: Entry, lane: LaneView): boolean {
  const found = TERRAFORM.exec(entry.text);
  if (found === null) return false;
  const boxed = /^[│|]/.test(entry.text);
  const finding = lane.report(entry, {
    tool: boxed ? 'terraform' : 'program',
    severity: found[1] === 'Warning' ? 'warning' : 'error',
    kind: boxed ? 'diagnostic' : 'weak',
    message: found[2] ?? '',
  });
  if (!boxed) finding.tool = 'program';
  let lines = 0;
  lane.open({
    take(next) {
      const place = TERRAFORM_PLACE.exec(next.text);
      if (place !== null) {
        finding.tool = 'terraform';
        finding.file = place[1] ?? null;
        finding.row = Number(place[2]);
        if (!boxed)
          lane.report(entry, {
            tool: 'terraform',
            severity: finding.severity,
            message: finding.message,
            file: finding.file,
            row: finding.row,
            endLine: next.number,
          });
      }
      finding.endLine = next.number;
      return boxed
        ? /^[│|]/.test(next.text)
        : ++lines < 4 && place === null && (next.text.trim() === '' || next.text.startsWith('  on '));
    },
  });
  return true;
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
