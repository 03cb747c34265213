import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { expect } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { buildKillable } from '../../../scripts/build.mjs';
import { SERVING } from '../../../scripts/run.mjs';
import { ENCRYPTION_KEY, SESSION_SECRET } from '../../harness/app-process.ts';
import { HANG_MS } from '../../harness/eventually.ts';
import type { Send } from '../../harness/upload-export.ts';
import {
  freePort,
  installedDataDir,
  NODE,
  postgresOf,
  query,
  run,
  temporaryDataDir,
  type AppProcess,
} from '../../process/setup.ts';

const PRELOAD = pathToFileURL('tests/faults/kill-points/on-killable-build.ts').href;
const RETRY_MS = 150;

/** An app that can be killed at a named point, and returns at the same address with its data. */
export interface Killable {
  address: string;
  databaseUrl: string;
  /** Its environment, for another process beside it. */
  settings: Record<string, string>;
  /**
   * Does `work`, during which the app dies when it passes `point` for the nth time, and is restarted. `work` has to
   * survive that, as browsers do.
   * @throws Error when the point is never passed
   */
  dieAt<T>(point: KillPoint, work: () => Promise<T>, times?: number): Promise<T>;
  /** The same, but the restarted app dies again at `next`. */
  dieTwice<T>(point: KillPoint, next: KillPoint, work: () => Promise<T>): Promise<T>;
  /**
   * Does `work`, during which a child process of the app dies at `point`; the app keeps running.
   * @throws Error when the point is never passed
   */
  loseAt<T>(point: KillPoint, work: () => Promise<T>): Promise<T>;
  /** Runs `npm run admin -- …`; resolves with how it ended. */
  admin(args: string[], point?: KillPoint): AppProcess['ended'];
  stop(): Promise<void>;
}

export async function openKillable(settings: Record<string, string>): Promise<Killable> {
  const build = await buildKillable();
  const dataDir = await installedDataDir();
  const orders = temporaryDataDir();
  mkdirSync(orders, { recursive: true });
  const orderFile = join(orders, 'app');
  const port = await freePort();
  const all = {
    METERING: 'allowance',
    RATE_LIMITS: 'false',
    SESSION_SECRET,
    ENCRYPTION_KEY,
    ...settings,
  };
  const environment = {
    ...all,
    KILLABLE_BUILD: build,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const order = (file: string, point: KillPoint | null, times = 1) =>
    writeFileSync(file, point === null ? '' : `${times} ${point}`);
  const launch = (script: string, args: string[], file: string) =>
    run([NODE, ...SERVING.options, '--import', PRELOAD, script, ...args], {
      dataDir,
      settings: { ...environment, KILL_FILE: file },
    });
  const serve = async () => {
    const app = launch('server/index.ts', [], orderFile);
    await app.ready;
    return app;
  };

  order(orderFile, null);
  let app = await serve();
  const databaseUrl = postgresOf(dataDir).url;

  async function die<T>(
    [[point, times], ...next]: [[KillPoint, number], ...[KillPoint, number][]],
    work: () => Promise<T>,
  ): Promise<T> {
    order(orderFile, point, times);
    const working = work();
    const over = working.then(
      // The work may end before the app reaches the point.
      () => wait(10_000, 'over' as const),
      (cause: unknown) => Promise.reject(new Error(`before "${point}"`, { cause })),
    );
    over.catch(() => {
      // After the death, only `working` counts.
    });
    await death(point, times, over);
    for (const [another] of next) {
      await expireLeases(databaseUrl);
      order(orderFile, another);
      app = launch('server/index.ts', [], orderFile);
      await death(another, 1, over);
    }
    order(orderFile, null);
    await expireLeases(databaseUrl);
    app = await serve();
    try {
      return await working;
    } catch (cause) {
      throw new Error(`after "${point}"`, { cause });
    }
  }

  async function death(point: KillPoint, times: number, over: Promise<'over'>): Promise<void> {
    const died = await Promise.race([app.ended, over]);
    if (died === 'over') throw new Error(`"${point}" was not passed ${times} times`);
    expect(died, `at "${point}":\n${app.stdout()}${app.stderr()}`).toEqual({
      code: null,
      signal: 'SIGKILL',
    });
  }

  return {
    address: `http://127.0.0.1:${port}`,
    databaseUrl,
    settings: { ...all, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },

    dieAt: (point, work, times = 1) => die([[point, times]], work),
    dieTwice: (point, next, work) =>
      die(
        [
          [point, 1],
          [next, 1],
        ],
        work,
      ),

    async loseAt(point, work) {
      writeFileSync(orderFile, `1 alone ${point}`);
      const done = await work();
      if (readFileSync(orderFile, 'utf8') !== '') throw new Error(`"${point}" was not passed`);
      return done;
    },

    admin(args, point) {
      const file = join(orders, 'admin');
      order(file, point ?? null);
      return launch('server/admin.ts', args, file).ended;
    },

    async stop() {
      app.kill('SIGTERM');
      expect(await app.ended).toEqual({ code: 0, signal: null });
    },
  };
}

/**
 * Does what time would do: the dead process's leases expire, and the queue repeats its jobs. Other tests prove that time
 * does this by itself (tests/integration, with the queue, imports, and exports).
 */
async function expireLeases(databaseUrl: string): Promise<void> {
  for (const statement of [
    `UPDATE app_processes SET heartbeat_at = 'epoch'`,
    `UPDATE media_jobs SET heartbeat_at = 'epoch' WHERE state = 'running'`,
    `UPDATE imports SET held_until = 'epoch' WHERE held_until IS NOT NULL`,
    `UPDATE sources SET held_until = 'epoch' WHERE held_until IS NOT NULL`,
    `UPDATE exports SET beaten_at = 'epoch' WHERE state = 'running'`,
    `UPDATE pgboss.job SET state = 'retry', retry_count = retry_count + 1, start_after = now() WHERE state = 'active'`,
  ]) {
    await query(databaseUrl, statement);
  }
}

/** Repeats a request until it's answered, like a page that keeps what it has to send. */
export function patient(send: Send, patienceMs = HANG_MS): Send {
  return async (path, init) => {
    const until = Date.now() + patienceMs;
    for (;;) {
      try {
        const response = await send(path, { signal: AbortSignal.timeout(20_000), ...init });
        // It may die in the middle of its answer.
        const body = await response.arrayBuffer();
        if (response.status < 500 || Date.now() > until) {
          const { status, headers } = response;
          return new Response(body.byteLength > 0 ? body : null, { status, headers });
        }
      } catch (error) {
        if (Date.now() > until) throw error;
      }
      await wait(RETRY_MS);
    }
  };
}
