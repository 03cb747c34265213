import { join } from 'node:path';

import { env } from '~/settings/env.server';
import { singleton } from '~/lib/singleton.server';

import { diskStore } from './disk.server';
import type { ObjectStore } from './objects';

export {
  ObjectDamaged,
  ObjectMissing,
  ObjectStoreError,
  type ListedObject,
  type ObjectBody,
  type ObjectInfo,
  type ObjectRange,
  type ObjectStore,
  type StoredObject,
} from './objects';

export { assertSealed, sealedKey, sealOf } from './seal.server';

export { partKey, partKeys, readParts, writeParts, type PartedFile } from './parts.server';

/** The store of this process: the bucket S3_BUCKET, otherwise DATA_DIR/objects. */
export function objects(): Promise<ObjectStore> {
  return singleton('objects', open);
}

async function open(): Promise<ObjectStore> {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR } =
    env();
  if (S3_BUCKET === undefined) return diskStore(join(DATA_DIR, 'objects'));
  // Loaded on use: it costs a tenth of a second and 25 MB, which installations without a bucket don't pay.
  const { s3Store } = await import('./s3.server');
  return s3Store({
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    credentials:
      S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : undefined,
  });
}

/** Removes objects from before `before` that `findNamed` finds no row for; returns how many. */
export async function purgeOrphans(
  prefix: string,
  before: Date,
  findNamed: (keys: readonly string[]) => Promise<(key: string) => boolean>,
): Promise<number> {
  const store = await objects();
  let cursor: string | undefined;
  let removed = 0;
  do {
    const page = await store.list(prefix, { cursor });
    const old = page.objects.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const isNamed = await findNamed(old);
    const orphans = old.filter((key) => !isNamed(key));
    if (orphans.length > 0) await store.delete(orphans);
    removed += orphans.length;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return removed;
}
