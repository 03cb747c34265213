/**
 * Measures the app in production mode against the goals, with the bare floors in the same run: `npm run bench`, or
 * `npm run bench -- PART …`. Absolute figures drift between machines and runs; the ratio to the floor is what counts.
 * What a browser sees is `npm run bench:web`.
 */
import { measureHeld } from './held.ts';
import { measureImport } from './imports.ts';
import { measureKnowledge } from './knowledge.ts';
import { measureLists } from './lists.ts';
import { measureLoad } from './load.ts';
import { runBench, type Part } from './measure.ts';
import { measureOpening } from './opening.ts';
import { measurePages } from './pages.ts';
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

const PARTS: Record<string, Part> = {
  starts: measureStarts,

  async streams(world) {
    const floor = await world.startFloor('chat');
    const pipe = await world.startFloor('pipe');
    const app = await world.startApp();
    const targets = await world.chatTargets(app, floor, pipe);
    await warmUp(targets);
    const lines = [
      ...(await measureFirstToken(targets, '')),
      ...(await measureManyStreams(targets, '')),
      ...(await measureDelay(targets)),
      ...(await measureFlatOut(targets)),
      ...(await measureHeld(targets)),
    ];
    await Promise.all([app.stop(), floor.stop(), pipe.stop()]);
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
    await Promise.all([app.stop(), floor.stop()]);
    return lines;
  },

  async pages(world) {
    const floor = await world.startFloor('page');
    const app = await world.startApp();
    const { cookie } = await world.busyPerson(app);
    const lines = await measurePages(
      { url: `${app.url}/ai-lab`, cookie },
      { url: floor.url, cookie: world.floorCookie },
    );
    await Promise.all([app.stop(), floor.stop()]);
    return lines;
  },

  async lists(world) {
    const app = await world.startApp();
    const person = await world.busyPerson(app);
    const lines = await measureLists({ url: app.url, database: world.appDatabase, ...person });
    await app.stop();
    return lines;
  },

  async search(world) {
    const app = await world.startApp();
    const person = await world.busyPerson(app);
    const lines = await measureSearch({ url: app.url, database: world.appDatabase, ...person });
    await app.stop();
    return lines;
  },

  async knowledge(world) {
    // It migrates the database at its start.
    const app = await world.startApp();
    await app.stop();
    return measureKnowledge(world.appDatabase);
  },

  async conversation(world) {
    const app = await world.startApp();
    const person = await world.talkativePerson(app);
    const lines = await measureOpening({ url: app.url, database: world.appDatabase, ...person });
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
    await Promise.all([app.stop(), floor.stop()]);
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

  async load(world) {
    const app = await world.startApp();
    const lines = await measureLoad(app);
    await app.stop();
    return lines;
  },
};

await runBench({ command: 'bench', parts: PARTS, whenNamed: ['load'] });
