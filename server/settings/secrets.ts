import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Env } from '../../app/settings/env.server.ts';
import { StartupError } from '../startup-error.ts';

/** What each file holds, and what the operator loses by deleting it. */
const SECRETS = {
  SESSION_SECRET: {
    file: 'session-secret',
    damaged: 'restore it from a backup, or delete it to have a new one created.',
  },
  ENCRYPTION_KEY: {
    file: 'encryption-key',
    damaged:
      'restore it from a backup. If you delete it, a new key is created, but people with two-factor sign-in ' +
      "can't sign in until you reset it for them, and admins have to enter the keys of providers again.",
  },
} as const;

export type SecretName = keyof typeof SECRETS;

const SHAPE = /^[\w-]{43}$/;

/**
 * Sets SESSION_SECRET and ENCRYPTION_KEY for the app and child processes, unless the operator did: to the secrets
 * in DATA_DIR, which the first start creates.
 * @throws StartupError when there is none and none can be created
 */
export async function provideSecrets(settings: Pick<Env, SecretName | 'DATA_DIR'>): Promise<void> {
  for (const name of Object.keys(SECRETS) as SecretName[]) {
    if (settings[name] === undefined)
      process.env[name] = await storedSecret(settings.DATA_DIR, name);
  }
}

async function storedSecret(dataDir: string, name: SecretName): Promise<string> {
  const { file, damaged } = SECRETS[name];
  const path = join(dataDir, file);
  try {
    const secret = (await readIfThere(path)) ?? (await makeSecret(path));
    if (SHAPE.test(secret)) return secret;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new StartupError(
      `The secret in ${path} can't be read or created (${code}): ` +
        `make it readable for the user who starts Brandwright, or set ${name}.`,
      { cause },
    );
  }
  throw new StartupError(`The secret in ${path} is damaged: ${damaged}`);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** If several processes start at once, the first one's secret is used by all; it's never seen half-written. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const unfinished = await writeUnfinished(path, secret);
  try {
    // Unlike a rename, a link never replaces an existing file.
    await link(unfinished, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path, 'utf8');
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Writes it to a temporary file that only its owner can read. Returns its path. */
async function writeUnfinished(path: string, content: string): Promise<string> {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx', flush: true });
  if (process.getuid?.() === 0) {
    // After a start as root, the directory's owner must still be able to use it.
    const { uid, gid } = await stat(dirname(path));
    await chown(unfinished, uid, gid);
  }
  return unfinished;
}

/** The file for a backup's secrets that don't belong in DATA_DIR because the operator sets them. */
const TO_SET = 'restored-keys.env';

/**
 * Replaces the secrets in DATA_DIR with a backup's. A secret that the operator sets, here or where the backup comes from,
 * is written as a line for `.env` into another file instead, and its name is returned. With `keepOld`, the previous files
 * stay beside the new ones.
 */
export async function restoreSecrets(
  settings: Pick<Env, SecretName | 'DATA_DIR'>,
  secrets: Record<SecretName, string>,
  { keepOld }: { keepOld: boolean },
): Promise<{ toSet: SecretName[]; file: string }> {
  const toSet: SecretName[] = [];
  for (const name of Object.keys(SECRETS) as SecretName[]) {
    const secret = secrets[name];
    if (settings[name] === secret) continue;
    if (settings[name] !== undefined || !SHAPE.test(secret)) toSet.push(name);
    else await replace(join(settings.DATA_DIR, SECRETS[name].file), secret, { keepOld });
  }
  const file = join(settings.DATA_DIR, TO_SET);
  if (toSet.length > 0) {
    const lines = toSet.map((name) => `${name}='${secrets[name]}'\n`);
    await replace(file, lines.join(''), { keepOld: false });
  }
  return { toSet, file };
}

async function replace(
  path: string,
  content: string,
  { keepOld }: { keepOld: boolean },
): Promise<void> {
  const before = await readIfThere(path);
  if (before === content) return;
  // Restoring the wrong backup must not lose the only copy of a key.
  if (before !== undefined && keepOld) await rename(path, `${path}.before-restore`);
  await rename(await writeUnfinished(path, content), path);
}
