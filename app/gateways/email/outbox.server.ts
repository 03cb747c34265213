import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';

import { EmailError, type EmailTransport } from './email';
import { outboxMessage } from './outbox-message.server';

const KEEP_MS = 30 * 24 * 60 * 60 * 1_000;

/** Writes each email into a directory, where the operator finds it. Its files open accounts: no one else may read them. */
export function outboxTransport(directory: string): EmailTransport {
  let count = 0;
  return {
    async send(message) {
      const now = new Date();
      // Names sort as the emails came, also within one millisecond.
      const number = String((count += 1)).padStart(6, '0');
      const name = `${now.toISOString().replaceAll(':', '-')}-${number}-${message.kind}-${randomUUID().slice(0, 8)}`;
      const unfinished = join(directory, `.${name}.tmp`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        // One that was there before may be more open.
        await chmod(directory, 0o700);
        await writeFile(unfinished, outboxMessage(message, now), { mode: 0o600, flag: 'wx' });
        await rename(unfinished, join(directory, `${name}.eml`));
      } catch (error) {
        throw new EmailError('outbox-fault', (error as NodeJS.ErrnoException).code);
      }
    },

    async check() {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        throw new EmailError('outbox-fault', (error as NodeJS.ErrnoException).code);
      }
    },
  };
}

/** Deletes emails that have lain there for 30 days. */
export async function purgeOutbox(directory: string, now: Date): Promise<void> {
  for (const path of await filesIn(directory)) {
    const file = await unlessGone(stat(path));
    if (file && now.getTime() - file.mtimeMs > KEEP_MS) await rm(path, { force: true });
  }
}

/** Deletes those in which this address stands, as recipient, sender or in the text. */
export async function removeFrom(directory: string, email: string): Promise<void> {
  for (const path of await filesIn(directory)) {
    const content = await unlessGone(readFile(path, 'utf8'));
    if (content !== undefined && hasAddress(content, email)) await rm(path, { force: true });
  }
}

async function filesIn(directory: string): Promise<string[]> {
  const names = (await unlessGone(readdir(directory))) ?? [];
  return names
    .filter((name) => /^\.?\d{4}-.*\.(?:eml|tmp)$/.test(name))
    .map((name) => join(directory, name));
}

/** True where it stands by itself: the end of a longer address is someone else's. */
export function hasAddress(content: string, email: string): boolean {
  const text = content.toLowerCase();
  const wanted = email.toLowerCase();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isBegun = at > 0 && /[\p{L}\p{N}._+-]/u.test(text[at - 1] ?? '');
    const goesOn = /^\.?[\p{L}\p{N}_-]/u.test(text.slice(end, end + 2));
    if (!isBegun && !goesOn) return true;
  }
  return false;
}

/** Where email is really sent there is no outbox, and an email in it may be deleted by its reader. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
