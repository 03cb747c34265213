import type { Env } from '../../app/settings/env.server.ts';
import { prepareDataDir } from '../settings/data-dir.ts';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded.ts';
import { provideSecrets } from '../settings/secrets.ts';
import type { Lifetime } from '../lifetime.ts';
import { migrate, refuseNewerDatabase } from './migrate.ts';

/**
 * Opens the database: DATABASE_URL's, or the built-in one, which is started unless another command did so
 * already. By default its schema is brought up to date. Afterwards DATABASE_URL, SESSION_SECRET, and
 * ENCRYPTION_KEY are set for the app and for child processes.
 */
export async function openDatabase(
  settings: Env,
  lifetime: Lifetime,
  options: Pick<EmbeddedPostgresOptions, 'exclusive' | 'elsewhere'> & {
    /** `current`: brought up to date. `known`: as it is, but not a newer version's. `any`: as it is. */
    schema?: 'current' | 'known' | 'any';
  } = {},
): Promise<{ soleProcess: boolean }> {
  if (settings.DATABASE_URL) {
    await prepareDataDir(settings.DATA_DIR);
    await provideSecrets(settings);
    await bring(settings.DATABASE_URL, options.schema);
    lifetime.check();
    return { soleProcess: false };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.DATA_DIR,
    exclusive: options.exclusive,
    elsewhere: options.elsewhere ?? 'wait',
    check: () => lifetime.check(),
    onEvent: (message) => console.error(`PostgreSQL: ${message}`),
    onLost: (reason) => {
      console.error(reason.message);
      lifetime.end(1);
    },
  });
  lifetime.atEnd(() => embedded.stop());
  lifetime.check();
  await provideSecrets(settings);
  await bring(embedded.url, options.schema);
  lifetime.check();
  process.env.DATABASE_URL = embedded.url;
  return { soleProcess: options.exclusive === true && embedded.alone };
}

async function bring(url: string, schema: 'current' | 'known' | 'any' = 'current'): Promise<void> {
  if (schema === 'current') await migrate(url);
  else if (schema === 'known') await refuseNewerDatabase(url);
}
