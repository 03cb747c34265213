import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { EmailKind } from './email';

/** An email in the outbox, as its file has it. */
export interface OutboxEmail {
  /** Of its file, without the ending. Names sort by time. */
  id: string;
  from: string;
  to: string;
  subject: string;
  date: Date;
  kind: EmailKind;
}

const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)-\d{6,}-([a-z-]+)-[0-9a-f]{8}$/;

/** As much of a file as its headers need: a subject and addresses are of limited length. */
const HEAD_BYTES = 8_192;

function isOutboxId(id: string | undefined): id is string {
  return id !== undefined && NAME.test(id);
}

/** The newest first, from before this one on. A directory that is not there is empty. */
export async function listOutbox(
  directory: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<OutboxEmail[]> {
  const names = (await unlessGone(readdir(directory))) ?? [];
  const ids = names
    .flatMap((name) => /^(.+)\.eml$/.exec(name)?.[1] ?? [])
    .filter((id) => isOutboxId(id) && (before === null || id < before))
    .sort()
    .reverse();
  const emails: OutboxEmail[] = [];
  for (const id of ids) {
    if (emails.length === limit) break;
    const head = await unlessGone(headOf(join(directory, `${id}.eml`)));
    if (head !== undefined) emails.push(emailOf(id, head));
  }
  return emails;
}

/** One with its text; null when there is none, or no more. */
export async function readOutboxEmail(
  directory: string,
  id: string,
): Promise<(OutboxEmail & { text: string }) | null> {
  if (!isOutboxId(id)) return null;
  const content = await unlessGone(readFile(join(directory, `${id}.eml`), 'utf8'));
  return content === undefined ? null : { ...emailOf(id, content), text: textOf(content) };
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What is not plainly a notice counts as an email that opens an account. */
function emailOf(id: string, content: string): OutboxEmail {
  const end = content.indexOf('\n\n');
  const head = end < 0 ? content : content.slice(0, end);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const [, day, hour, minute, second, kindOfName] = NAME.exec(id) ?? [];
  const isNotice = kindOfName === 'notice' && header('X-Brandwright-Kind') === 'notice';
  return {
    id,
    from: header('From'),
    to: header('To'),
    subject: header('Subject'),
    date: new Date(`${day}T${hour}:${minute}:${second}`),
    kind: isNotice ? 'notice' : 'sign-in',
  };
}

/** The part of plain text, as outboxMessage wrote it. */
function textOf(content: string): string {
  const boundary = /^Content-Type: multipart\/alternative; boundary="([^"]+)"$/m.exec(content)?.[1];
  const part = boundary === undefined ? undefined : content.split(`\n--${boundary}\n`)[1];
  const start = part?.indexOf('\n\n') ?? -1;
  return part === undefined || start < 0 ? '' : part.slice(start + 2);
}

/** Emails are cleared after a while, and deleted by their readers. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
