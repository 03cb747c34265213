import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../harness/app-process.ts';
import { signUp } from './chat-targets.ts';
import { untilAnswers } from './client.ts';
import { temporaryDirectory } from './database.ts';
import { lastWords, residentMb, startNode } from './processes.ts';
import { atMost, noted, type Line } from './report.ts';
import { median } from './statistics.ts';
import { appEnv, type World } from './world.ts';

const STARTS = 5;
/** After its start, a process still compiles, connects, and collects garbage. */
const SETTLE_MS = 5_000;

/** Rows 14 and 15: from the command to the first page of someone signed in, and the memory of a process at rest. */
export async function measureStarts(world: World): Promise<Line[]> {
  const first = await world.startApp();
  const [cookie = ''] = await world.people(first);
  await first.stop();

  const withDatabase: number[] = [];
  const bare: number[] = [];
  const idleMb: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const since = performance.now();
    const app = await world.startApp();
    withDatabase.push(await firstPage(app.url, cookie, since));
    if (round < 2) {
      await sleep(SETTLE_MS);
      idleMb.push(residentMb(app.pid));
    }
    await app.stop();

    const floorSince = performance.now();
    const floor = await world.startFloor('page');
    bare.push(await firstPage(`${floor.url}`, world.floorCookie, floorSince, ''));
    await floor.stop();
  }
  return [
    atMost(900, {
      row: 15,
      what: 'start to first signed-in page, database up',
      unit: 'ms',
      app: median(withDatabase),
      floor: median(bare),
    }),
    ...(await measureColdStarts()),
    atMost(150, { row: 14, what: 'memory at rest', unit: 'MB', app: median(idleMb) }),
  ];
}

function firstPage(url: string, cookie: string, since: number, path = '/ai-lab'): Promise<number> {
  return untilAnswers(
    `${url}${path}`,
    { cookie, accept: 'text/html' },
    {
      since,
      isAlive: () => true,
      accepts: ({ status }) => status === 200,
    },
  );
}

/** `npm start` with a stopped embedded PostgreSQL, and a first start on an empty DATA_DIR. */
async function measureColdStarts(): Promise<Line[]> {
  const dataDir = temporaryDirectory();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const times: number[] = [];
  let cookie = '';
  for (let round = 0; round <= 3; round += 1) {
    const since = performance.now();
    const env = appEnv({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' });
    const app = startNode(['scripts/start.mjs', 'serve'], env);
    try {
      times.push(
        await untilAnswers(
          `${url}/ai-lab`,
          { cookie, accept: 'text/html' },
          {
            since,
            isAlive: () => !app.hasEnded(),
            // Without users the page redirects to sign-in, which also counts.
            accepts: ({ status }) => status === (cookie === '' ? 302 : 200),
          },
        ),
      );
    } catch (cause) {
      throw new Error(`npm start did not serve:\n${lastWords(app)}`, { cause });
    }
    cookie ||= await signUp(url);
    await app.stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
  const [veryFirst = NaN, ...again] = times;
  const row = 15;
  const unit = 'ms';
  return [
    atMost(4_000, {
      row,
      what: 'npm start, embedded PostgreSQL from cold',
      unit,
      app: median(again),
    }),
    noted({ row, what: 'npm start on an empty data directory', unit, app: veryFirst }),
  ];
}
