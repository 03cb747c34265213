import { publish } from '~/engine/events/index.server';
import { isDemoText } from '~/engine/generation/index.server';
import { duplicateCitations, noteContentChange, withIgnored } from '~/features/brand/index.server';
import { prismaTransaction, type PrismaTx, type Sql, transaction } from '~/lib/db/index.server';
import { duplicateName } from '~/lib/text/duplicate-name';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import type { FormatId } from '../../formats/formats';
import { holdFolder } from '../folders/folder-data.server';
import { libraryTexts } from '../texts';
import { becomesVersion, MAX_VERSIONS } from '../versions/version';
import { insertVersion, newestVersionAt, removeOldVersions } from '../versions/version-data.server';
import { readAnswerProfile } from './answer-profile.server';
import {
  cleanContent,
  cleanName,
  type ContentItem,
  type ContentPlace,
  MAX_CONTENT,
  MAX_TITLE,
} from './content';
import {
  type ContentRow,
  deletion,
  insertContent,
  lockContent,
  readContent,
  restoreContent,
  updateContent,
  updateItem,
} from './content-data.server';

/** A text to save, and where. */
export type NewContent = ContentPlace & {
  title: string;
  content: string;
  format?: FormatId | null;
  /** The built-in demo wrote it. */
  demo?: boolean;
  /** The image in its preview. */
  imageId?: string | null;
  /** The brand that it was written for. */
  profileId?: string | null;
  /** Keys of findings that the brand check leaves out in this text. */
  ignoredFindings?: string[];
};

/**
 * Saves a new text in a category or one of its folders. `generationId` says which text of the AI it is; an answer's brand is kept.
 * @throws AppError `invalid` without a title or text, `not-found` for a folder that isn't this user's or is in
 * another category
 */
export async function saveContent(
  userId: UserScope,
  {
    generationId,
    ...input
  }: Omit<NewContent, 'demo' | 'imageId' | 'profileId' | 'ignoredFindings'> & {
    generationId?: string;
  },
): Promise<ContentItem> {
  return prismaTransaction(async (tx, sql) => {
    const written =
      generationId === undefined
        ? {}
        : {
            demo: await isDemoText(tx, userId, generationId),
            profileId: await readAnswerProfile(tx, userId, generationId),
          };
    const item = await saveContentWithin(tx, sql, userId, { ...input, ...written });
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}

/** The same within the caller's transaction; the caller publishes the change. */
export async function saveContentWithin(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  input: NewContent,
): Promise<ContentItem> {
  const { category, folderId, format = null, demo = false } = input;
  const { imageId = null, profileId = null, ignoredFindings = [] } = input;
  const text = checkedText(input);
  if (text.content.trim() === '') throw new AppError('invalid', libraryTexts.contentMissing);
  await requirePlace(sql, userId, { category, folderId });
  const details = { format, demo, imageId, profileId, ignoredFindings };
  return insertContent(tx, userId, { id: newId(), category, folderId, ...details, ...text });
}

/** A title and text as they are stored. @throws AppError `invalid` when the title is missing or the text too long */
export function checkedText({ title, content }: { title: string; content: string }) {
  const cleaned = { title: cleanName(title, MAX_TITLE), content: cleanContent(content) };
  if (cleaned.title === '') throw new AppError('invalid', libraryTexts.titleMissing);
  if (cleaned.content.length > MAX_CONTENT)
    throw new AppError('invalid', libraryTexts.contentTooLong);
  return cleaned;
}

/** Requires that the user has this place, and keeps it until the transaction ends. @throws AppError `not-found` */
async function requirePlace(sql: Sql, userId: UserScope, place: ContentPlace): Promise<void> {
  const { category, folderId } = place;
  if (folderId !== null && !(await holdFolder(sql, userId, folderId, category))) {
    throw new AppError('not-found', libraryTexts.folderGone);
  }
}

export interface ContentEdit {
  title: string;
  content: string;
  /** The version that was edited. */
  version: number;
  putAway?: boolean;
}

/**
 * Replaces the title and text of the version that the user saw.
 * @throws AppError `conflict` when there is a newer version, `not-found`, `invalid`
 */
export async function editContent(
  userId: UserScope,
  id: string | undefined,
  { version, putAway = false, ...input }: ContentEdit,
): Promise<ContentItem> {
  const text = checkedText(input);
  return prismaTransaction(async (tx, sql) => {
    const old = isId(id) ? await lockContent(sql, userId, id) : null;
    if (!old) throw new AppError('not-found', libraryTexts.gone);
    const { content, ...item } = old;
    // A repeated request whose first response was lost: the content is already as requested.
    const same = old.title === text.title && content === text.content;
    if (same) return item;
    if (old.version !== version) throw new AppError('conflict', libraryTexts.changedMeanwhile);
    const edited = await replaceText({ tx, sql }, userId, old, text, putAway);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item: edited } });
    return edited;
  });
}

/**
 * Replaces the text of a locked content. The old text becomes a version if `putAway` or the rule in `becomesVersion`
 * says so.
 */
export async function replaceText(
  { tx, sql }: { tx: PrismaTx; sql: Sql },
  userId: UserScope,
  old: ContentRow,
  text: { title: string; content: string },
  putAway: boolean,
): Promise<ContentItem> {
  const lastVersionAt = await newestVersionAt(tx, userId, old.id);
  const { id: contentId, title, content, updatedAt: writtenAt } = old;
  if (putAway || becomesVersion({ now: Date.now(), writtenAt, lastVersionAt })) {
    const version = { id: newId(), userId, contentId, title, content };
    await insertVersion(tx, { ...version, writtenAt: new Date(writtenAt) });
    await removeOldVersions(tx, userId, contentId, MAX_VERSIONS);
  }
  // A brand's knowledge may have it as a source.
  await noteContentChange(tx, sql, userId, contentId);
  return updateContent(tx, userId, old, text);
}

/**
 * Replaces the text and the format of a content within the caller's transaction; the old text becomes a version. The caller
 * publishes the change.
 * @throws AppError `not-found`, `invalid`
 */
export async function replaceContentWithin(
  db: { tx: PrismaTx; sql: Sql },
  userId: UserScope,
  id: string,
  { format, ...input }: { title: string; content: string; format: string | null },
): Promise<ContentItem> {
  const text = checkedText(input);
  const old = await lockContent(db.sql, userId, id);
  if (!old) throw new AppError('not-found', libraryTexts.gone);
  await replaceText(db, userId, old, text, true);
  const item = await updateItem(db.tx, userId, id, { format });
  if (!item) throw new AppError('not-found', libraryTexts.gone);
  return item;
}

/** Duplicates a content in its place, without its versions. @throws AppError `not-found` */
export async function duplicateContent(
  userId: UserScope,
  id: string | undefined,
): Promise<ContentItem> {
  return prismaTransaction(async (tx, sql) => {
    const found = isId(id) ? await readContent(userId, id, tx) : null;
    if (!found) throw new AppError('not-found', libraryTexts.gone);
    const { category, folderId, format, demo, content } = found;
    const { imageId, profileId, ignoredFindings } = found;
    await requirePlace(sql, userId, { category, folderId });
    const title = duplicateName(found.title, MAX_TITLE);
    const details = { format, demo, imageId, profileId, ignoredFindings, title, content };
    const duplicate = { id: newId(), category, folderId, ...details };
    const item = await insertContent(tx, userId, duplicate);
    await duplicateCitations(sql, userId, found.id, item.id);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}

/** Moves a content to another category or folder; its text stays as it is. @throws AppError `not-found` */
export async function moveContent(
  userId: UserScope,
  id: string | undefined,
  { category, folderId }: ContentPlace,
): Promise<ContentItem> {
  return prismaTransaction(async (tx, sql) => {
    await requirePlace(sql, userId, { category, folderId });
    const item = isId(id) ? await updateItem(tx, userId, id, { category, folderId }) : null;
    if (!item) throw new AppError('not-found', libraryTexts.gone);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}

/** Sets the format of a content. Its text stays, and so does its version number. @throws AppError `not-found` */
export async function changeFormat(
  userId: UserScope,
  id: string | undefined,
  format: FormatId | null,
): Promise<ContentItem> {
  return prismaTransaction(async (tx, sql) => {
    const item = isId(id) ? await updateItem(tx, userId, id, { format }) : null;
    if (!item) throw new AppError('not-found', libraryTexts.gone);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}

/**
 * Sets the image in its preview; null removes it. Whose image it is doesn't matter here: only its owner is ever served it.
 * @throws AppError `not-found`
 */
export async function changeImage(
  userId: UserScope,
  id: string | undefined,
  imageId: string | null,
): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    const item = isId(id) ? await updateItem(tx, userId, id, { imageId }) : null;
    if (!item) throw new AppError('not-found', libraryTexts.gone);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
  });
}

/**
 * Ignores a finding of the brand check in a content, or no longer.
 * @throws AppError `not-found`, `invalid` when too many are ignored
 */
export async function ignoreInContent(
  userId: UserScope,
  id: string | undefined,
  change: { key: string; ignored: boolean },
): Promise<string[]> {
  return prismaTransaction(async (tx, sql) => {
    const old = isId(id) ? await lockContent(sql, userId, id) : null;
    if (!old) throw new AppError('not-found', libraryTexts.gone);
    const ignored = withIgnored(old.ignoredFindings, change);
    await updateItem(tx, userId, old.id, { ignoredFindings: ignored });
    const data = { type: 'ignored' as const, id: old.id, ignored };
    await publish(sql, userId, { topic: 'saved-content', data });
    return ignored;
  });
}

/**
 * Deletes a content. `undoContentDeletion` can restore it until a job (tidy-contents) removes it for good.
 * @throws AppError `not-found`
 */
export async function deleteContent(userId: UserScope, id: string | undefined): Promise<void> {
  await transaction(async (tx) => {
    if (!isId(id) || (await deletion.remove(tx, userId, [id])).length === 0) {
      throw new AppError('not-found', libraryTexts.gone);
    }
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'removed', id } });
  });
}

/** Restores a deleted content. @throws AppError `not-found` when it is too late */
export async function undoContentDeletion(
  userId: UserScope,
  id: string | undefined,
): Promise<ContentItem> {
  return prismaTransaction(async (tx, sql) => {
    const item = isId(id) ? await restoreContent(tx, sql, userId, id) : null;
    if (!item) throw new AppError('not-found', libraryTexts.gone);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'changed', item } });
    return item;
  });
}

/** A job: removes contents for good an hour after they were deleted. */
export async function purgeContents(now: Date): Promise<void> {
  const removed = await deletion.purge(new Date(now.getTime() - HOUR_MS));
  if (removed > 0) log.info({ removed }, 'removed deleted contents');
}
