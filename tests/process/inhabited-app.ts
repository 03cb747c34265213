import { startApp, type AppProcess } from '../harness/app-process.ts';
import { createOwned, type OwnedIds } from '../harness/owned-ids.ts';
import { freePort, postgresOf, query, installedDataDir } from './setup.ts';
import { signedUp, visitor, type SignedUp, type Visitor } from './visitor.ts';

/** The built app, with a user who owns one of everything. */
export interface InhabitedApp {
  app: AppProcess;
  owned: OwnedIds;
  people: Record<'visitor' | 'user' | 'admin', Visitor>;
  /** A second user, for requests that end the session. */
  leaving: SignedUp;
}

/** Starts the app without rate limits; `preload` is a module that is loaded before the app. */
export async function startInhabitedApp(
  given: { preload?: string; env?: Record<string, string> } = {},
): Promise<InhabitedApp> {
  const dataDir = await installedDataDir();
  const app = await startApp({
    dataDir,
    port: await freePort(),
    preload: given.preload,
    env: { DATABASE_URL: '', RATE_LIMITS: 'false', ...given.env },
  });
  const database = postgresOf(dataDir).url;
  const [user, admin] = [await signedUp(app.url), await signedUp(app.url)];
  const leaving = await signedUp(app.url);
  await query(database, `UPDATE users SET is_admin = true WHERE email = '${admin.email}'`);
  const owned = await createOwned({
    dataDir,
    owner: {
      ...user,
      // Calls without a cookie come from another browser that signs in.
      call: (path, call) =>
        call?.headers?.Cookie === '' ? visitor(app.url).fetch(path, call) : user.fetch(path, call),
    },
    admin: { call: (path, call) => admin.fetch(path, call) },
    query: (text) => query(database, text),
  });
  return { app, owned, people: { visitor: visitor(app.url), user, admin }, leaving };
}
