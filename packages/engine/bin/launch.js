// Plain JavaScript that any Node can parse: it is what tells the person that their Node is too old.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Loads a bundled program, with V8's compile cache, on a Node that can run it.
 * On an older Node the program is started again on the one that the package `node` installed beside it, when there is one.
 */
export async function launch(name, load) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) {
    module.enableCompileCache?.();
    await load();
    return;
  }
  const newer = nearestNode(dirname(fileURLToPath(import.meta.url)));
  if (newer) relay(newer);
  else {
    process.stderr.write(
      `${name} needs Node 22.12 or newer; this is Node ${process.versions.node} (${process.execPath}).\n`,
    );
    process.exitCode = 1;
  }
}

function relay(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both; only signals that reach this process alone are passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function nearestNode(from) {
  for (let dir = from; ; dir = dirname(dir)) {
    const candidate = join(dir, 'node_modules', 'node', 'bin', 'node');
    if (existsSync(candidate)) return candidate;
    if (dir === dirname(dir)) return null;
  }
}
