import type { ConversationItem } from './conversation';

/** A conversation as the lists read it. */
export interface ItemRow {
  id: string;
  title: string;
  lastMessage: string;
  lastUpdated: Date;
  originalCreationDate: Date | null;
  isPublic: boolean;
  pinnedAt: Date | null;
  archivedAt: Date | null;
  folderId: string | null;
}

/** What to select, or return, of `conversations c`: no bodies. */
export const ITEM = `c.id, c.title, c.last_message AS "lastMessage", c.last_updated AS "lastUpdated",
  c.original_creation_date AS "originalCreationDate", c.is_public AS "isPublic", c.pinned_at AS "pinnedAt",
  c.archived_at AS "archivedAt", c.folder_id AS "folderId"`;

export function toItem(row: ItemRow): ConversationItem {
  return {
    id: row.id,
    title: row.title,
    lastMessage: row.lastMessage,
    lastUpdated: row.lastUpdated.getTime(),
    originalCreationDate: row.originalCreationDate?.getTime() ?? null,
    isPublic: row.isPublic,
    pinnedAt: row.pinnedAt?.getTime() ?? null,
    archived: row.archivedAt !== null,
    folderId: row.folderId,
  };
}

/** The same row in JSON that Postgres made. */
export type ItemJson = {
  [Key in keyof ItemRow]: ItemRow[Key] extends Date
    ? string
    : ItemRow[Key] extends Date | null
      ? string | null
      : ItemRow[Key];
};

export function itemOfJson(json: ItemJson): ConversationItem {
  const { lastUpdated, originalCreationDate, pinnedAt, archivedAt } = json;
  return toItem({
    ...json,
    lastUpdated: new Date(lastUpdated),
    originalCreationDate: dateOf(originalCreationDate),
    pinnedAt: dateOf(pinnedAt),
    archivedAt: dateOf(archivedAt),
  });
}

function dateOf(given: string | null): Date | null {
  return given === null ? null : new Date(given);
}
