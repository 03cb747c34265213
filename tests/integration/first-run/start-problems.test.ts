import { expect, test } from 'vitest';

import { startFakeS3, S3_CREDENTIALS } from '../../fakes/s3.ts';

const s3 = await startFakeS3();
const endpoint = new URL(s3.url);
Object.assign(process.env, {
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
});

const { enroll } = await import('../../factories/two-factor');
const { createUser } = await import('../../factories/users');
const { env } = await import('~/settings/env.server');
const { findStartProblems } = await import('~/features/admin/index.server');
const { sql } = await import('~/lib/db/index.server');

test('startup reports nothing if the bucket works and the key is unchanged', async () => {
  await enroll(await createUser());
  expect(env().S3_BUCKET).toBe(s3.bucket);
  expect(await findStartProblems()).toEqual([]);
});

test('startup reports a changed ENCRYPTION_KEY, with how many users it locks out and what to do', async () => {
  const [locked] = [await createUser(), await createUser()];
  await enroll(locked);
  await sql.query(
    `UPDATE two_factor SET secret = 'e1.another_.' || split_part(secret, '.', 3) WHERE user_id = $1::uuid`,
    [locked.id],
  );
  expect(await findStartProblems()).toEqual([
    "ENCRYPTION_KEY has changed: 1 account has two-factor sign-in encrypted with the old key and can't sign in. " +
      'Set the old key again (without the setting, it is the file encryption-key in DATA_DIR). If it is lost, ' +
      'run "npm run admin -- reset-two-factor EMAIL" for each.',
  ]);
  await sql.query('DELETE FROM two_factor WHERE user_id = $1::uuid', [locked.id]);
});

test('startup reports an unreachable bucket by its name and address, without a key', async () => {
  await s3.close();
  const problems = await findStartProblems();
  expect(problems).toEqual([
    `The bucket ${s3.bucket} at ${endpoint.host} can't be used: The store couldn’t be reached. ` +
      'Check S3_ENDPOINT, and whether this server can reach it. ' +
      "Until it works, files and images can't be saved or opened.",
  ]);
});
