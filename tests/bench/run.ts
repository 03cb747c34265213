/**
 * Measures the app in production mode against the goals, with the bare floors in the same run: `npm run bench`, or
 * `npm run bench -- PART …`. Absolute figures drift between machines and runs; the ratio to the floor is what counts.
 */
import { measureImport } from './imports.ts';
import { measureLongConversation } from './long-conversation.ts';
import { measureLists } from './lists.ts';
import { measurePages } from './pages.ts';
import { removeLogs } from './processes.ts';
import { printReport, type Line } from './report.ts';
import { measureSearch } from './search.ts';
import { measureSockets } from './sockets.ts';
import { measureStarts } from './starts.ts';
import {
  measureDelay,
  measureFirstToken,
  measureFlatOut,
  measureManyStreams,
  warmUp,
} from './streams.ts';
import { buildWorld, type World } from './world.ts';

const PARTS: Record<string, (world: World) => Promise<Line[]>> = {
  starts: measureStarts,

  async streams(world) {
    const floor = await world.startFloor('chat');
    const app = await world.startApp();
    const targets = await world.chatTargets(app, floor);
    await warmUp(targets);
    const lines = [
      ...(await measureFirstToken(targets, '')),
      ...(await measureManyStreams(targets, '')),
      ...(await measureDelay(targets)),
      ...(await measureFlatOut(targets)),
    ];
    await app.stop();
    await floor.stop();
    return lines;
  },

  async metered(world) {
    const floor = await world.startFloor('chat');
    const app = await world.startApp({ METERING: 'allowance' });
    const targets = await world.chatTargets(app, floor);
    await world.grantAllowances();
    await warmUp(targets);
    const lines = [
      ...(await measureFirstToken(targets, ', metered')),
      ...(await measureManyStreams(targets, ', metered')),
    ];
    await app.stop();
    await floor.stop();
    return lines;
  },

  async pages(world) {
    const floor = await world.startFloor('page');
    const app = await world.startApp();
    const cookie = await world.busyPerson(app);
    const lines = await measurePages(
      { url: `${app.url}/ai-lab`, cookie },
      { url: floor.url, cookie: world.floorCookie },
    );
    await app.stop();
    await floor.stop();
    return lines;
  },

  async conversation(world) {
    const app = await world.startApp();
    const { cookie, conversationId } = await world.talkativePerson(app);
    const lines = await measureLongConversation({
      url: `${app.url}/ai-lab/chat/${conversationId}`,
      cookie,
    });
    await app.stop();
    return lines;
  },

  async search(world) {
    const app = await world.startApp();
    const cookie = await world.wordyPerson(app);
    const lines = await measureSearch({ url: `${app.url}/api/search`, cookie });
    await app.stop();
    return lines;
  },

  async lists(world) {
    const app = await world.startApp();
    const cookie = await world.busyPerson(app);
    const lines = await measureLists({ url: app.url, cookie });
    await app.stop();
    return lines;
  },

  async import(world) {
    const floor = await world.startFloor('chat');
    const app = await world.startApp({ STORAGE_QUOTA: '20GB' });
    const targets = await world.chatTargets(app, floor);
    await warmUp(targets);
    const lines = await measureImport({
      ...{ url: app.url, pid: app.pid, cookie: await world.newPerson(app), targets },
      ...{ database: world.appDatabase, directory: world.directory },
    });
    await app.stop();
    await floor.stop();
    return lines;
  },

  async sockets(world) {
    const floor = await world.startFloor('socket');
    const app = await world.startApp();
    const other = await world.startApp();
    const [cookie = ''] = await world.people(app);
    const lines = await measureSockets(
      { ...app, cookie },
      { ...other, cookie },
      { ...floor, cookie: '' },
    );
    await Promise.all([app.stop(), other.stop(), floor.stop()]);
    return lines;
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`Unknown part "${unknown.join('", "')}": use ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const started = performance.now();
const world = await buildWorld();
process.once('SIGINT', () => void world.end().finally(() => process.exit(130)));
const lines: Line[] = [];
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`Measuring ${name} …`);
    lines.push(...(await measure(world)));
  }
} finally {
  await world.end();
}
removeLogs();
lines.sort((a, b) => a.row - b.row);
console.log('');
printReport(lines);
console.log(
  `\nIn ${Math.round((performance.now() - started) / 1_000)} s, on Node ${process.version}.`,
);
