import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The person's editor, as a command line for the shell: it may hold arguments. */
export function editorOf(environment: NodeJS.ProcessEnv): string {
  return environment.VISUAL || environment.EDITOR || 'vi';
}

/**
 * A text edited as a file of its own that only the user can read. `run` runs the editor, as a command line with the file as
 * `$1`, and gives what went wrong, or null. Throws what the file system says.
 */
export function editAsFile(text: string, editor: string, run: (argv: readonly [string, ...string[]]) => string | null) {
  const directory = mkdtempSync(join(tmpdir(), 'wisp-message-'));
  const path = join(directory, 'message.md');
  try {
    writeFileSync(path, text, { mode: 0o600 });
    const problem = run(['/bin/sh', '-c', `${editor} "$1"`, 'sh', path]);
    return { problem, text: readFileSync(path, 'utf8').replace(/\n$/, '') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
