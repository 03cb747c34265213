import { type LiveEvent, publish } from '~/engine/events/index.server';
import { runningOfConversations, stopGeneration } from '~/engine/generation/index.server';
import { readProfileList, selection, listProfiles } from '~/features/brand/index.server';
import { type PrismaTx, prismaTransaction, type Sql, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { type UserScope, userScope } from '~/lib/scope';
import { models } from '~/gateways/ai/index.server';
import { log } from '~/lib/log.server';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/lib/time';
import { storable } from '~/lib/text/storable';

import { lockFolder } from '../folders/folder-actions.server';
import { chatRefusals } from '../refusals';
import { chatTexts } from '../texts';
import type { ConversationItem } from './conversation';
import {
  countPinned,
  deletion,
  insertConversation,
  lockConversation,
  restoreDeleted,
  setArchived,
  setFolder,
  setPinned,
  updateConversation,
  updateSettings,
  deleteEmptyConversations,
  findUntitled,
} from './conversation-data.server';
import {
  NO_SETTINGS,
  MAX_SYSTEM_PROMPT,
  type ConversationSettings,
} from './settings/conversation-settings';
import { MAX_TITLE_TYPED, titleAfterRename, titleFromWords } from './settings/titles';
import { keysOfConversations } from '../attachments/attachment-data.server';
import { saveTitle } from './settings/make-title.server';
import { deleteObjects } from '../messages/message-objects.server';
import { readConversationObjectKeys } from '../messages/message-overflow.server';

/**
 * Creates an empty 'Untitled Conversation', which is listed from its first message on. It is grounded by the person's
 * selected profile; `localProfileId` is the one that their browser remembers.
 */
export async function createConversation(
  userId: UserScope,
  localProfileId: string | null = null,
): Promise<string> {
  const id = newId();
  const { profiles, selectedId } = await readProfileList(userId);
  const profile = selection(selectedId, localProfileId, profiles);
  await insertConversation(sql, userId, id, { ...NO_SETTINGS, profileId: profile?.id ?? null });
  return id;
}

/**
 * Gives a conversation a typed title; an import keeps its prefix.
 * @throws AppError `invalid` (empty or too long), `not-found`.
 */
export async function rename(
  userId: UserScope,
  id: string | undefined,
  typed: string,
): Promise<ConversationItem> {
  const title = storable(typed).trim();
  if (title === '') throw new AppError('invalid', 'Enter a title.');
  if (title.length > MAX_TITLE_TYPED) {
    throw new AppError('invalid', 'This title is too long. Use up to 200 characters.');
  }
  return prismaTransaction(async (tx, sql) => {
    const old = isId(id) ? await lockConversation(sql, userId, id) : null;
    if (!old || !isId(id)) throw new AppError('not-found', chatTexts.gone);
    const conversation = await updateConversation(tx, userId, id, {
      title: titleAfterRename(old.title, title),
    });
    if (!conversation) throw new AppError('not-found', chatTexts.gone);
    await publish(sql, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
    return conversation;
  });
}

/** Pinned conversations are at the top, and a longer list there would only be another list. */
const MAX_PINNED = 50;

/**
 * Pins a conversation to the top of the list, or unpins it.
 * @throws AppError `not-found`, `conflict` at MAX_PINNED.
 */
export async function pinConversation(
  userId: UserScope,
  id: string | undefined,
  pinned: boolean,
): Promise<ConversationItem> {
  return prismaTransaction(async (tx, sql) => {
    const conversation = isId(id) ? await setPinned(tx, userId, id, pinned) : null;
    if (!conversation) throw new AppError('not-found', chatTexts.gone);
    await publish(sql, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
    // Counted after the event counter's lock, which serializes the user's changes.
    if (pinned && (await countPinned(tx, userId)) > MAX_PINNED) {
      throw new AppError(
        'conflict',
        `${MAX_PINNED} conversations are pinned already. Unpin one first.`,
      );
    }
    return conversation;
  });
}

/**
 * Archives conversations, or returns them to their places in the list. Skips those that don't exist; returns the ids of
 * the others.
 */
export async function archiveConversations(
  userId: UserScope,
  ids: readonly string[],
  archived: boolean,
): Promise<string[]> {
  const changed = await prismaTransaction(async (tx, sql) => {
    const changed = await setArchived(tx, sql, userId, ids, archived);
    await publishConversations(sql, userId, changed);
    return changed;
  });
  return changed.map(({ id }) => id);
}

/**
 * Moves conversations into a folder, or out of any folder for null. Skips those that don't exist; returns the ids of
 * the others.
 * @throws AppError `not-found` for a folder that isn't this user's.
 */
export async function moveConversations(
  userId: UserScope,
  ids: readonly string[],
  folderId: string | null,
): Promise<string[]> {
  const changed = await prismaTransaction(async (tx, sql) => {
    if (folderId !== null && !(await lockFolder(sql, userId, folderId))) {
      throw new AppError('not-found', chatRefusals.folderGone);
    }
    const changed = await setFolder(tx, sql, userId, ids, folderId);
    await publishConversations(sql, userId, changed);
    return changed;
  });
  return changed.map(({ id }) => id);
}

/**
 * Deletes conversations, including their public links, and stops the answers that are being written there.
 * `undoDeletions` can restore them until a job removes them for good (tidy-conversations). Skips those that don't
 * exist; returns the ids of the others.
 */
export async function deleteConversations(
  userId: UserScope,
  ids: readonly string[],
): Promise<string[]> {
  const removed = await prismaTransaction(async (_tx, sql) => {
    const removed = await deletion.remove(sql, userId, ids);
    await publishConversations(sql, userId, [], removed);
    return removed;
  });
  for (const running of await runningOfConversations(sql, userId, removed)) {
    await stopGeneration(userId, running);
  }
  return removed;
}

/** Restores deleted conversations that haven't been removed for good; returns their ids. */
export async function undoDeletions(userId: UserScope, ids: readonly string[]): Promise<string[]> {
  const restored = await prismaTransaction(async (tx, sql) => {
    const restored = await restoreDeleted(tx, sql, userId, ids);
    await publishConversations(sql, userId, restored);
    return restored;
  });
  return restored.map(({ id }) => id);
}

/**
 * Like `removeAll`, for one conversation.
 * @throws AppError `not-found`
 */
export async function deleteConversation(userId: UserScope, id: string | undefined): Promise<void> {
  const removed = isId(id) ? await deleteConversations(userId, [id]) : [];
  if (removed.length === 0) throw new AppError('not-found', chatTexts.gone);
}

/**
 * Like `undoDeletions`, for one conversation.
 * @throws AppError `not-found` when it has been removed for good.
 */
export async function undoDeletion(userId: UserScope, id: string | undefined): Promise<void> {
  const restored = isId(id) ? await undoDeletions(userId, [id]) : [];
  if (restored.length === 0) throw new AppError('not-found', chatTexts.gone);
}

/**
 * Marks a conversation as public or private, and locks it until the transaction ends.
 * @throws AppError `not-found`
 */
export async function markPublic(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  id: string,
  isPublic: boolean,
): Promise<void> {
  const conversation = await updateConversation(tx, userId, id, { isPublic });
  if (!conversation) throw new AppError('not-found', chatTexts.gone);
  await publish(sql, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
}

/** Publishes the changes of several conversations; publishes nothing without changes. */
async function publishConversations(
  tx: Sql,
  userId: UserScope,
  changed: ConversationItem[],
  removed: string[] = [],
): Promise<void> {
  const event = conversationsEvent(changed, removed);
  if (event) await publish(tx, userId, event);
}

function conversationsEvent(changed: ConversationItem[], removed: string[]): LiveEvent | null {
  const [conversation] = changed;
  const [id] = removed;
  if (changed.length + removed.length > 1) {
    return { topic: 'conversation', data: { type: 'several', changed, removed } };
  }
  if (conversation) return { topic: 'conversation', data: { type: 'changed', conversation } };
  if (id !== undefined) return { topic: 'conversation', data: { type: 'removed', id } };
  return null;
}

/**
 * Changes only the settings in `changes`, so that two tabs which change different ones don't undo each other's changes.
 * @throws AppError `invalid` (too long, a model that isn't offered), `not-found` (the conversation, the profile).
 */
export async function changeSettings(
  userId: UserScope,
  id: string | undefined,
  changes: Partial<ConversationSettings>,
): Promise<ConversationSettings> {
  const change = await checkSettings(userId, changes);
  return prismaTransaction(async (tx, sql) => {
    const settings = isId(id) ? await updateSettings(tx, userId, id, change) : null;
    if (!settings) throw new AppError('not-found', chatTexts.gone);
    await publish(sql, userId, { topic: 'settings', data: { conversationId: id!, change } });
    return settings;
  });
}

/** Returns the settings to store. @throws AppError `invalid`, `not-found` (the profile) */
export async function checkSettings<S extends Partial<ConversationSettings>>(
  userId: UserScope,
  settings: S,
): Promise<S> {
  const { profileId, model, systemPrompt } = settings;
  if (systemPrompt !== undefined && systemPrompt.length > MAX_SYSTEM_PROMPT) {
    throw new AppError('invalid', chatRefusals.instructionsTooLong);
  }
  if (typeof model === 'string' && !models().some(({ id }) => id === model)) {
    throw new AppError('invalid', chatRefusals.modelGone);
  }
  if (typeof profileId === 'string') {
    const profiles = await listProfiles(userId);
    if (!profiles.some(({ id }) => id === profileId)) {
      throw new AppError('not-found', chatRefusals.profileGone);
    }
  }
  if (systemPrompt === undefined) return settings;
  // PostgreSQL rejects NULs and lone surrogates.
  return { ...settings, systemPrompt: storable(systemPrompt) };
}

const BATCH = 100;

/**
 * The job that removes conversations without a message after 24 hours and those that were deleted an hour ago, and
 * titles those whose process died before it made their title.
 */
export async function purgeConversations(now: Date): Promise<void> {
  const removed = await deleteEmptyConversations(new Date(now.getTime() - DAY_MS));
  const deleted = await deletion.purge(new Date(now.getTime() - HOUR_MS), async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    // The objects of their messages would have no row that names them.
    const keys = [
      ...(await readConversationObjectKeys(tx, ids)),
      ...(await keysOfConversations(tx, ids)),
    ];
    return () => deleteObjects(keys);
  });
  const untitled = await findUntitled(sql, new Date(now.getTime() - 10 * MINUTE_MS), BATCH);
  for (const { id, userId, content } of untitled) {
    await saveTitle(userScope(userId), id, titleFromWords(content));
  }
  if (removed + deleted + untitled.length > 0) {
    log.info({ removed, deleted, titled: untitled.length }, 'tidied conversations');
  }
}
