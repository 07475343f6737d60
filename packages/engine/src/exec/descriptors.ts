import { closeSync, readdirSync, readFileSync } from 'node:fs';

/** O_CLOEXEC as /proc/PID/fdinfo prints the flags of a descriptor, in octal. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes the descriptors that whoever started this program left open in it, so that a command gets exactly three (features
 * D3). Node's own close themselves in a child; an inherited one would go on to every command. Where the system has no
 * /proc, nothing is known of them and they stay.
 */
export function closeInheritedDescriptors(): void {
  for (const name of list()) {
    const fd = Number(name);
    if (fd <= 2 || !isInherited(name)) continue;
    try {
      closeSync(fd);
    } catch {
      // It went by itself between the listing and now.
    }
  }
}

function list(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

function isInherited(fd: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself is gone by now.
    return false;
  }
}
