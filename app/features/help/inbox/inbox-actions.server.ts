import { recordAct } from '~/features/accounts/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { contactKindOf } from '../contact/contact';
import {
  changeContactState,
  findInInbox,
  findTextStarts,
  type InboxRow,
  listInbox,
} from '../contact/contact-data.server';
import { REFUSALS } from '../refusals.server';
import {
  cleanReply,
  type ContactState,
  contactStateOf,
  firstLineOf,
  type InboxEntry,
  type InboxFilter,
  type InboxMessage,
  type InboxPage,
  replyProblem,
  type ReplyState,
} from './inbox';
import { queueReplyEmail } from './email-reply.server';
import { insertReply, listReplies, type ShownReply } from './reply-data.server';

const PAGE = 50;

/** From the URL; invalid parameters are ignored. */
export function readInboxFilter(search: URLSearchParams): InboxFilter {
  const before = search.get('before') ?? undefined;
  return {
    state: contactStateOf(search.get('state')) ?? 'open',
    kind: contactKindOf(search.get('kind')) ?? null,
    before: isId(before) ? before : null,
  };
}

/** Newest first, each with its first line. */
export async function readInbox(filter: InboxFilter): Promise<InboxPage> {
  const rows = await listInbox(filter, PAGE + 1);
  const page = rows.slice(0, PAGE);
  const starts = await findTextStarts(page.map(({ id }) => id));
  return {
    messages: page.map((row) => ({
      ...inboxEntry(row),
      firstLine: firstLineOf(starts.get(row.id) ?? ''),
    })),
    cursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

function inboxEntry(row: InboxRow): InboxEntry {
  const { id, kind, state, firstName, lastName, email, subject } = row;
  const createdAt = row.createdAt.toISOString();
  return { id, kind, state, name: `${firstName} ${lastName}`, email, subject, createdAt };
}

/** A message with its text and replies. @throws AppError `not-found` */
export async function openMessage(id: string | undefined): Promise<InboxMessage> {
  const row = isId(id) ? await findInInbox(id) : null;
  if (!row) throw new AppError('not-found', REFUSALS.messageGone);
  const replies = await listReplies(row.id);
  const { userId, user } = row;
  return {
    ...inboxEntry(row),
    text: row.body,
    account: userId === null || user === null ? null : { id: userId, email: user.email },
    replies: replies.map((reply) => ({
      id: reply.id,
      author: reply.author?.email ?? null,
      text: reply.body,
      state: replyState(reply),
      createdAt: reply.createdAt.toISOString(),
    })),
  };
}

function replyState({ mailedAt, refusedAt, outboxAt }: ShownReply): ReplyState {
  if (mailedAt) return 'sent';
  if (outboxAt) return 'outbox';
  return refusedAt ? 'refused' : 'waiting';
}

/** The admin who acts, for the audit log. */
interface InboxAdmin {
  id: string;
  address: string | undefined;
}

/** @throws AppError `not-found` */
export async function changeState(
  admin: InboxAdmin,
  id: string | undefined,
  state: ContactState,
): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', REFUSALS.messageGone);
  await prismaTransaction(async (tx, sql) => {
    const changed = await changeContactState(tx, sql, id, state);
    if (!changed) throw new AppError('not-found', REFUSALS.messageGone);
    if (changed.before === state) return;
    await recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action: 'change-message-state',
      targetId: changed.userId,
      before: { state: changed.before },
      after: { state, message: id },
    });
  });
}

/**
 * Stores the reply, queues its email, and marks the message as answered, unless no email service is set and no one gets
 * the reply. A repeated request with the same id does nothing.
 * @throws AppError `not-found`, `invalid`
 */
export async function replyToMessage(
  admin: InboxAdmin,
  contactId: string | undefined,
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  if (!isId(contactId)) throw new AppError('not-found', REFUSALS.messageGone);
  const problem = replyProblem(text);
  if (problem !== undefined) throw new AppError('invalid', problem, { fields: { text: problem } });
  await prismaTransaction(async (tx, sql) => {
    const answered = isOutboxUsed() ? undefined : 'answered';
    const changed = await changeContactState(tx, sql, contactId, answered);
    if (!changed) throw new AppError('not-found', REFUSALS.messageGone);
    const reply = { id, contactId, authorId: admin.id, body: cleanReply(text), createdAt: now };
    if (!(await insertReply(tx, reply))) return;
    await queueReplyEmail(id, sql);
    // Without the text, which the reply itself has.
    await recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action: 'reply-to-message',
      targetId: changed.userId,
      before: { state: changed.before },
      after: { state: answered ?? changed.before, message: contactId },
    });
  });
}
