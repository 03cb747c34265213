import { countUnreadableSecrets } from '~/features/accounts/index.server';
import { objects } from '~/gateways/objects/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

import { findLockedProviders } from '../providers/provider-data.server';
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
  let providers: string[];
  try {
    [count, providers] = await Promise.all([countUnreadableSecrets(), findLockedProviders()]);
  } catch (err) {
    log.warn({ err }, 'could not check whether ENCRYPTION_KEY has changed');
    return null;
  }
  if (count === 0 && providers.length === 0) return null;
  const accounts = count === 1 ? '1 account has' : `${count} accounts have`;
  const what = [
    count > 0 && `${accounts} two-factor sign-in encrypted with the old key and can't sign in`,
    providers.length > 0 &&
      `the keys of providers can't be read (${providers.join(', ')}), which don't work until then`,
  ];
  const remedies = [
    count > 0 && 'run "npm run admin -- reset-two-factor EMAIL" for each',
    providers.length > 0 && 'enter the keys again under Admin, Providers',
  ];
  return (
    `ENCRYPTION_KEY has changed: ${what.filter(Boolean).join(', and ')}. ` +
    'Set the old key again (without the setting, it is the file encryption-key in DATA_DIR). If it is lost, ' +
    `${remedies.filter(Boolean).join(', and ')}.`
  );
}
