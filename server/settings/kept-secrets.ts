import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Env } from '../../app/settings/env.server.ts';
import { StartupError } from '../startup-error.ts';

/** What each file holds, and what losing it means to whoever may have to delete it. */
const SECRETS = {
  SESSION_SECRET: {
    file: 'session-secret',
    damaged: 'restore it from a backup, or delete it to have another one made.',
  },
  ENCRYPTION_KEY: {
    file: 'encryption-key',
    damaged:
      'restore it from a backup. Another key can be made by deleting it, but then whoever has two-factor sign-in ' +
      'cannot sign in until it is reset for them.',
  },
} as const;

export type SecretName = keyof typeof SECRETS;

const SHAPE = /^[\w-]{43}$/;

/**
 * Sees to it that SESSION_SECRET and ENCRYPTION_KEY are set, for the app and for child processes: by the operator, or to
 * those that lie in DATA_DIR, which the first start makes.
 * @throws StartupError when there is none and none can be made
 */
export async function provideSecrets(settings: Pick<Env, SecretName | 'DATA_DIR'>): Promise<void> {
  for (const name of Object.keys(SECRETS) as SecretName[]) {
    if (settings[name] === undefined) process.env[name] = await keptSecret(settings.DATA_DIR, name);
  }
}

async function keptSecret(dataDir: string, name: SecretName): Promise<string> {
  const { file, damaged } = SECRETS[name];
  const path = join(dataDir, file);
  try {
    const secret = (await readIfThere(path)) ?? (await makeSecret(path));
    if (SHAPE.test(secret)) return secret;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new StartupError(
      `The secret in ${path} can be neither read nor made (${code}): ` +
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

/** Of several processes that start at once the first makes it, whole, and all take that one. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const unfinished = await writeUnfinished(path, secret);
  try {
    // Unlike a renaming this never takes another one's place.
    await link(unfinished, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path, 'utf8');
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Writes it beside its place, for its owner alone. Returns where. */
async function writeUnfinished(path: string, content: string): Promise<string> {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx', flush: true });
  if (process.getuid?.() === 0) {
    // What root starts once, the user whose directory it is must be able to go on with.
    const { uid, gid } = await stat(dirname(path));
    await chown(unfinished, uid, gid);
  }
  return unfinished;
}

/** Where the secrets of a backup are written that DATA_DIR cannot keep, because the operator sets them. */
const TO_SET = 'restored-keys.env';

/**
 * Puts the secrets of a backup in the place of those in DATA_DIR. A secret that is set by the operator, or was where the
 * backup comes from, is not kept there: it is written into a file of lines for `.env`, and named in the answer. With
 * `keepOld` those of DATA_DIR stay beside the new ones.
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
  // Losing the only copy of a key for a restore of the wrong file would be a pity.
  if (before !== undefined && keepOld) await rename(path, `${path}.before-restore`);
  await rename(await writeUnfinished(path, content), path);
}
