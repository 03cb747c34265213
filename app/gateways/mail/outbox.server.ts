import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';

import { MailError, type MailTransport } from './mail';
import { outboxMessage } from './outbox-message.server';

const KEEP_MS = 30 * 24 * 60 * 60 * 1_000;

/** Writes each mail into a directory, where the operator finds it. Its files open accounts: nobody else may read them. */
export function outboxTransport(directory: string): MailTransport {
  let count = 0;
  return {
    async send(mail) {
      const now = new Date();
      // Names sort as the mails came, also within one millisecond.
      const number = String((count += 1)).padStart(6, '0');
      const name = `${now.toISOString().replaceAll(':', '-')}-${number}-${mail.kind}-${randomUUID().slice(0, 8)}`;
      const unfinished = join(directory, `.${name}.tmp`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        // One that was there before may be more open.
        await chmod(directory, 0o700);
        await writeFile(unfinished, outboxMessage(mail, now), { mode: 0o600, flag: 'wx' });
        await rename(unfinished, join(directory, `${name}.eml`));
      } catch (error) {
        throw new MailError('outbox-fault', (error as NodeJS.ErrnoException).code);
      }
    },

    async check() {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        throw new MailError('outbox-fault', (error as NodeJS.ErrnoException).code);
      }
    },
  };
}

/** Deletes mails that have lain there for 30 days. */
export async function clearOutbox(directory: string, now: Date): Promise<void> {
  const names = (await unlessGone(readdir(directory))) ?? [];
  for (const name of names) {
    if (!/^\.?\d{4}-.*\.(?:eml|tmp)$/.test(name)) continue;
    const path = join(directory, name);
    const file = await unlessGone(stat(path));
    if (file && now.getTime() - file.mtimeMs > KEEP_MS) await rm(path, { force: true });
  }
}

/** Where mail is really sent there is no outbox, and a mail in it may be deleted by its reader. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
