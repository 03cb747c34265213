import { countUnreadableSecrets } from '~/features/accounts/index.server';
import { objects } from '~/gateways/objects/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

import { objectProblem } from './connection-texts';

/** Problems that don't keep the app from starting, each as a sentence for the operator. Never rejects. */
export async function findStartProblems(): Promise<string[]> {
  const found = await Promise.all([storeProblem(), keyProblem()]);
  return found.filter((sentence) => sentence !== null);
}

async function storeProblem(): Promise<string | null> {
  const { S3_BUCKET, S3_ENDPOINT } = env();
  if (S3_BUCKET === undefined) return null;
  try {
    await (await objects()).check();
    return null;
  } catch (err) {
    log.warn({ err }, 'the bucket does not work');
    const place = S3_ENDPOINT === undefined ? '' : ` at ${new URL(S3_ENDPOINT).host}`;
    return (
      `The bucket ${S3_BUCKET}${place} can't be used: ${objectProblem(err)} ` +
      "Until it works, files and images can't be saved or opened."
    );
  }
}

async function keyProblem(): Promise<string | null> {
  let count: number;
  try {
    count = await countUnreadableSecrets();
  } catch (err) {
    log.warn({ err }, 'could not check whether ENCRYPTION_KEY has changed');
    return null;
  }
  if (count === 0) return null;
  const accounts = count === 1 ? '1 account has' : `${count} accounts have`;
  return (
    `ENCRYPTION_KEY has changed: ${accounts} two-factor sign-in encrypted with the old key and can't sign in. ` +
    'Set the old key again (without the setting, it is the file encryption-key in DATA_DIR). If it is lost, ' +
    'run "npm run admin -- reset-two-factor EMAIL" for each.'
  );
}
