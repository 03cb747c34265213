import type { Env } from '../../app/settings/env.server.ts';
import { StartupError } from '../startup-error.ts';

/**
 * Objects on disk are for one process, or for several on one machine. With a database that may be reached from other
 * machines and a process for jobs beside the app's, it is certain only that there are several, so they need a bucket.
 * @throws StartupError
 */
export function refuseObjectsOnDisk(settings: Env, options: { several: boolean }): void {
  if (!options.several || settings.S3_BUCKET !== undefined || !settings.DATABASE_URL) return;
  throw new StartupError(
    'With DATABASE_URL and a process of their own for jobs (WORKERS=0), files must lie where every process finds ' +
      'them: set S3_BUCKET, or let the app run its jobs itself (WORKERS=1, and no "npm run worker").',
  );
}
