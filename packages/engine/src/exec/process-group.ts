/** How long a group has after SIGTERM before SIGKILL. */
const GRACE_MS = 2_000;

/**
 * Ends the process group led by `pid`: SIGTERM now, SIGKILL after two seconds to whatever is left of it. The leader's exit
 * does not stop the second: a child that ignores SIGTERM must not outlive it. Resolves nothing; the caller waits for exit.
 */
export function endGroup(pid: number | undefined, exited: Promise<unknown>): void {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return;
  const kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
  void exited.then(() => {
    // The leader is gone: anything left in its group has ignored SIGTERM or is still busy with it. It is not waited for.
    kill.unref();
    if (!signalGroup(pid, 0)) clearTimeout(kill);
  });
}

/** Sends a signal to the group; false when there is no such group any more. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
