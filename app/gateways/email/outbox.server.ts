import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';

import { DAY_MS } from '~/lib/time';

import { formatMailbox } from './addresses.server';
import { EmailError, type EmailKind, type EmailTransport, type OutgoingEmail } from './email';

const KEEP_MS = 30 * DAY_MS;

/** Writes each email into a directory for the operator. Its files can open accounts, so no one else may read them. */
export function outboxTransport(directory: string): EmailTransport {
  let count = 0;
  return {
    async send(message) {
      const now = new Date();
      // Names sort by time, even within one millisecond.
      const number = String((count += 1)).padStart(6, '0');
      const name = `${now.toISOString().replaceAll(':', '-')}-${number}-${message.kind}-${randomUUID().slice(0, 8)}`;
      const unfinished = join(directory, `.${name}.tmp`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        // An existing directory may have wider permissions.
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

/** Deletes emails that are older than 30 days. */
export async function purgeOutbox(directory: string, now: Date): Promise<void> {
  for (const path of await filesIn(directory)) {
    const file = await unlessGone(stat(path));
    if (file && now.getTime() - file.mtimeMs > KEEP_MS) await rm(path, { force: true });
  }
}

/** Deletes the emails that contain this address, as recipient, as sender, or in the text. */
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

/** Whether the text contains this address, and not just a longer one that contains it, which is someone else's. */
export function hasAddress(content: string, email: string): boolean {
  const text = content.toLowerCase();
  const wanted = email.toLowerCase();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isPreceded = at > 0 && /[\p{L}\p{N}._+-]/u.test(text[at - 1] ?? '');
    const isContinued = /^\.?[\p{L}\p{N}_-]/u.test(text.slice(end, end + 2));
    if (!isPreceded && !isContinued) return true;
  }
  return false;
}

/**
 * The email as a file that people can read with `cat` and open in email programs: UTF-8 throughout (RFC 6532), nothing
 * encoded, and Unix line breaks, as in a Maildir.
 */
function outboxMessage(email: OutgoingEmail, now: Date): string {
  const boundary = `brandwright-${randomUUID()}`;
  const domain = email.from.address.split('@')[1] ?? 'localhost';
  return [
    `From: ${formatMailbox(email.from)}`,
    `To: ${email.to}`,
    ...(email.replyTo === undefined ? [] : [`Reply-To: ${email.replyTo}`]),
    `Subject: ${email.subject}`,
    // eslint-disable-next-line no-restricted-syntax -- a header, in the form that email prescribes
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    'Auto-Submitted: auto-generated',
    `X-Brandwright-Kind: ${email.kind}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    withUnixLineBreaks(email.text),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    withUnixLineBreaks(email.html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

function withUnixLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** An email in the outbox. */
export interface OutboxEmail {
  /** The name of its file without the extension. Names sort by time. */
  id: string;
  from: string;
  to: string;
  subject: string;
  date: Date;
  kind: EmailKind;
}

const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)-\d{6,}-([a-z-]+)-[0-9a-f]{8}$/;

/** Enough for the headers, because subjects and addresses have a limited length. */
const HEAD_BYTES = 8_192;

function isOutboxId(id: string | undefined): id is string {
  return id !== undefined && NAME.test(id);
}

/** The newest first, starting after `before`. A missing directory counts as empty. */
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

/** An email with its text; null if there is none, or no longer. */
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

/** Anything that isn't clearly a notice counts as an email that opens an account. */
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

/** The plain text, where `outboxMessage` put it. */
function textOf(content: string): string {
  const boundary = /^Content-Type: multipart\/alternative; boundary="([^"]+)"$/m.exec(content)?.[1];
  const part = boundary === undefined ? undefined : content.split(`\n--${boundary}\n`)[1];
  const start = part?.indexOf('\n\n') ?? -1;
  return part === undefined || start < 0 ? '' : part.slice(start + 2);
}

/** If emails are really sent there is no outbox, and the operator may delete an email at any time. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
