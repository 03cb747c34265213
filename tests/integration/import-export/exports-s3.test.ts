import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import '~/lifecycle.server';
import { makeExport } from '~/features/import-export/exports/make-export.server';
import {
  removeExport,
  requestExport,
} from '~/features/import-export/exports/export-actions.server';
import { serveExport } from '~/features/import-export/exports/serve-export.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';

import { unpackArchive } from '../../factories/archive';
import { createUser } from '../../factories/users';
import { S3_CREDENTIALS, startFakeS3, type FakeS3 } from '../../fakes/s3.ts';

let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
  Object.assign(env(), {
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.url,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  });
});
afterAll(() => s3.close());

test('an archive of several parts downloads unchanged from a bucket, also in byte ranges', async () => {
  const user = await createUser();
  const id = newId();
  const bytes = randomBytes(10 * 1024 * 1024);
  const store = await objects();
  await store.put(`media/${user.id}/${id}/file`, bytes, { type: 'video/mp4' });
  await prisma.mediaItem.create({
    data: {
      id,
      userId: user.id,
      origin: 'made',
      kind: 'video',
      type: 'video/mp4',
      width: 1,
      height: 1,
      bytes: bytes.length,
      storedBytes: bytes.length,
    },
  });
  const { id: exportId } = await requestExport(user.id);
  await makeExport.run({ userId: user.id, exportId });
  const get = (range?: string) =>
    serveExport(
      user.id,
      exportId,
      new Request('http://app.test/', { headers: range === undefined ? {} : { range } }),
    );
  const whole = Buffer.from(await (await get()).arrayBuffer());
  const archive = await unpackArchive(whole);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(archive.manifest.files.find(({ path }) => path === `files/media/${id}.mp4`)).toEqual({
    path: `files/media/${id}.mp4`,
    size: bytes.length,
    sha256,
  });
  // Across the end of the first part.
  const border = 8 * 1024 * 1024;
  const across = await get(`bytes=${border - 10}-${border + 9}`);
  expect(Buffer.from(await across.arrayBuffer())).toEqual(whole.subarray(border - 10, border + 10));

  await removeExport(user.id, exportId);
  expect((await store.list(`exports/${user.id}/`)).objects).toEqual([]);
});
