import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { SERVING } from '../../scripts/run.mjs';
import { HANG_MS } from './eventually.ts';

/** The built app in a process of its own, as an operator runs it. */
export interface AppProcess {
  url: string;
  child: ChildProcess;
  /** Its output so far. */
  log(): string;
  /** Stops it like Ctrl-C, and waits for its end. */
  stop(): Promise<void>;
  /** Kills it. PostgreSQL keeps running, because it's a process of its own. */
  kill(): Promise<void>;
}

export interface AppOptions {
  dataDir: string;
  port: number;
  /** A module that is loaded before the app. */
  preload?: string;
  env?: Record<string, string>;
}

/** Needed by an app with DATABASE_URL. */
export const SESSION_SECRET = 'the secret of the tests that run the app';
export const ENCRYPTION_KEY = 'the key of the tests that run the app';

/** Starts server/index.ts on the current build; resolves when it has printed its address. */
export async function startApp({
  dataDir,
  port,
  preload,
  env = {},
}: AppOptions): Promise<AppProcess> {
  const imported = preload === undefined ? [] : ['--import', preload];
  const child = spawn(
    'node_modules/.bin/node',
    [...SERVING.options, ...imported, 'server/index.ts'],
    {
      env: {
        ...process.env,
        ...SERVING.environment,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ...(env.DATABASE_URL && { ENCRYPTION_KEY }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the app did not start:\n${log}`)), HANG_MS);
    const read = (part: Buffer) => {
      log += part.toString();
      if (log.includes('is ready at')) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the app ended with ${code}:\n${log}`));
    });
  });
  await ready;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return {
    url: `http://localhost:${port}`,
    child,
    log: () => log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
