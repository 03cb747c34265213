import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';

import { SERVING } from '../../scripts/run.mjs';
import { freePort } from '../harness/app-process.ts';
import { appTarget, providerTarget, signUp, type Slot } from './chat-targets.ts';
import { untilAnswers } from './client.ts';
import {
  grantAllowances,
  newestUser,
  openDatabase,
  prepareFloor,
  temporaryDirectory,
  versionOf,
} from './database.ts';
import { lastWords, startNode, stopAll, type Process } from './processes.ts';
import { fillConversation, fillCrowd, fillMessages } from './people.ts';
import type { ChatTargets } from './streams.ts';

/** A user of the app. */
export interface BenchPerson {
  /** The session's cookie. */
  cookie: string;
  userId: string;
}

export interface Served extends Process {
  url: string;
}

/** How many people sign up; each has own conversations, so no two streams share one. */
const USERS = 25;
const SLOTS = 500;

/** Starts a server and waits until it answers. */
async function serve(
  script: string,
  env: Record<string, string>,
  options: string[] = [],
): Promise<Served> {
  const port = await freePort();
  const started = startNode([...options, script], { ...env, PORT: String(port) });
  const url = `http://localhost:${port}`;
  await ready(started, url);
  return { ...started, url };
}

async function ready(started: Process, url: string): Promise<void> {
  try {
    await untilAnswers(url, {}, { isAlive: () => !started.hasEnded() });
  } catch (cause) {
    throw new Error(`a server did not start:\n${lastWords(started)}`, { cause });
  }
}

/** The secrets of every process of one run. */
export const SECRETS = {
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
};

/** The environment of the app under test; everything else is as in production. */
export function appEnv(env: Record<string, string>): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'false',
    METERING: 'off',
    OPENAI_API_KEY: 'bench',
    ...SECRETS,
    ...env,
  };
}

/** Builds what most parts need: the provider, a database, the app, the floors, and users. */
export async function buildWorld() {
  const database = await openDatabase();
  const appDatabase = await database.create('app');
  const floorDatabase = await database.create('floor');
  const dataDir = temporaryDirectory();

  const provider = await startProvider();
  const startApp = (env: Record<string, string> = {}) =>
    serve(
      'server/index.ts',
      appEnv({
        DATABASE_URL: appDatabase,
        DATA_DIR: dataDir,
        OPENAI_BASE_URL: provider.api,
        // As `npm start` sets it.
        ...SERVING.environment,
        ...env,
      }),
      SERVING.options,
    );

  const floorCookies = await prepareFloor(floorDatabase, USERS);
  const floorEnv = {
    NODE_ENV: 'production',
    DATABASE_URL: floorDatabase,
    PROVIDER_URL: provider.api,
  };
  const floorSlots = slots(floorCookies);
  let cookies: string[] = [];
  let appSlots: Slot[] = [];

  /** Signs people up at the first call. */
  async function people(app: Served): Promise<string[]> {
    while (cookies.length < USERS) cookies = [...cookies, await signUp(app.url)];
    if (appSlots.length === 0) appSlots = slots(cookies);
    return cookies;
  }

  let busy: BenchPerson | null = null;

  /** A user with 10,000 conversations and 100,000 messages, among 500 users. The same at each call. */
  async function busyPerson(app: Served): Promise<BenchPerson> {
    if (busy) return busy;
    const cookie = await signUp(app.url);
    busy = { cookie, userId: await newestUser(appDatabase) };
    await fillCrowd(appDatabase);
    await fillMessages(appDatabase, busy.userId);
    return busy;
  }

  return {
    appDatabase,
    postgresVersion: () => versionOf(appDatabase),
    /** For files, removed at the end. */
    directory: dataDir,
    startApp,
    people,
    startFloor: (name: 'chat' | 'pipe' | 'page' | 'socket') =>
      serve(`tests/bench/floors/${name}-server.ts`, floorEnv),
    floorCookie: floorCookies[0] ?? '',
    grantAllowances: () => grantAllowances(appDatabase),
    /** A new user without data; returns their Cookie header. */
    newPerson: (app: Served) => signUp(app.url),
    busyPerson,
    /** A person with a conversation of 2,000 messages. */
    async talkativePerson(app: Served): Promise<BenchPerson & { conversationId: string }> {
      await busyPerson(app);
      const cookie = await signUp(app.url);
      const userId = await newestUser(appDatabase);
      const conversationId = await fillConversation(appDatabase, userId);
      return { cookie, userId, conversationId };
    },
    async chatTargets(app: Served, floor: Served, pipe?: Served): Promise<ChatTargets> {
      await people(app);
      return {
        provider: providerTarget('provider', null, provider.api),
        ...(pipe && { pipe: providerTarget('pipe', pipe.pid, pipe.url) }),
        floor: appTarget('floor', floor.pid, floor.url, floorSlots),
        app: appTarget('app', app.pid, app.url, appSlots),
      };
    },
    async end(): Promise<void> {
      await stopAll();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** The scripted provider in a process of its own. */
async function startProvider(): Promise<Process & { api: string }> {
  const port = await freePort();
  const started = startNode(['tests/fakes/openai-server.ts', '--port', String(port)], {});
  const api = `http://127.0.0.1:${port}/v1`;
  await ready(started, `${api}/models`);
  return { ...started, api };
}

function slots(cookies: readonly string[]): Slot[] {
  return Array.from({ length: SLOTS }, (_, index) => ({
    cookie: cookies[index % cookies.length] as string,
    conversationId: null,
  }));
}
