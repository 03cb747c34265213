import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Running } from '../../app/lifecycle.server.ts';
import { StartupError } from '../startup-error.ts';

const STOP_APP_MS = 7_000;
const LAST_RESPONSES_MS = 500;
const SWEEP_MS = 50;

/** Starts listening and returns the address to open in a browser. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(refusal(cause, port, host)));
    server.listen(port, host, resolve);
  });
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  const { port: taken } = server.address() as AddressInfo;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${taken}`;
}

function refusal(cause: NodeJS.ErrnoException, port: number, host: string): StartupError {
  const options = { cause };
  switch (cause.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is already in use: stop the program that uses it, or choose another port with PORT, ` +
          `for example "PORT=${port + 1} npm start".`,
        options,
      );
    case 'EACCES':
      return new StartupError(
        `This user may not listen on port ${port}: set PORT to 1024 or higher.`,
        options,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(
        `HOST=${host} isn't an address of this machine: use 127.0.0.1 to serve this machine only, or 0.0.0.0 to serve others, too.`,
        options,
      );
    default:
      return new StartupError(`Cannot listen on ${host}:${port}: ${cause.message}`, options);
  }
}

/**
 * Announces the end, accepts requests for another `delayMs`, then lets the app finish or mark its answers, and
 * closes what is left.
 */
export async function close(server: Server, running: Running, delayMs = 0): Promise<void> {
  running.announceStop();
  if (delayMs > 0) await sleep(delayMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection becomes idle when its last response ends.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await Promise.race([running.stop(), sleep(STOP_APP_MS, undefined, { ref: false })]);
  await Promise.race([closed, sleep(LAST_RESPONSES_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}
