/**
 * An abort signal that Ctrl-C, SIGTERM and SIGHUP raise, so that a running command is ended and what it printed is kept.
 * `stop` takes the handlers away.
 */
export function onSignals(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, abort);
  return {
    signal: controller.signal,
    stop: () => {
      for (const name of names) process.off(name, abort);
    },
  };
}
