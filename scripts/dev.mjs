import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

const SETTLE_MS = 100;
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

// Vite updates the app by itself. This restarts the server when one of the server's own files changes.

let ending = false;
/** @type {NodeJS.Timeout | undefined} */
let settling;
let child = startServer();

function startServer() {
  let restarting = false;
  const server = spawn(process.execPath, ['server/dev.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  server.once('exit', (code) => {
    if (restarting && !ending) {
      console.log('The server changed: it starts again.');
      child = startServer();
    } else {
      process.exit(code ?? 1);
    }
  });
  return {
    restart() {
      restarting = true;
      server.kill('SIGTERM');
    },
    /** @param {NodeJS.Signals} signal */
    end(signal) {
      server.kill(signal);
    },
  };
}

watch('server', { recursive: true }, (_event, file) => {
  if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return;
  clearTimeout(settling);
  settling = setTimeout(() => child.restart(), SETTLE_MS);
});

for (const signal of FORWARDED) {
  process.on(signal, () => {
    ending = true;
    child.end(signal);
  });
}
