import { restoreCitations } from '~/features/brand/index.server';
import {
  type ImportedConversation,
  insertImportedConversations,
  insertImportedMessages,
  insertKeptFiles,
  restoreDocuments,
} from '~/features/chat/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import { archiveIdOf, archiveIdsOf } from '../../archive/archive-ids.server';
import type { IncomingConversation, IncomingSource } from '../incoming';
import type { Known, Outcome } from '../candidate-data.server';
import type { ConversationWriter, FileLosses, Rows } from './conversation-writer.server';
import {
  cleanCount,
  cleanTime,
  type ConversationFacts,
  type PlacedMessage,
} from './prepare-conversation';
import { FILE_LOSSES, remarkText } from '../refusals';
import type { Done } from './work-data.server';

/** A conversation with its messages, or the first ones of a large one, in memory. */
export interface Prepared {
  entry: IncomingConversation;
  index: number;
  key: string;
  facts: ConversationFacts;
  messages: PlacedMessage[];
  bytes: number;
  newId: string;
}

export const NOTHING: Done = {
  imported: 0,
  updated: 0,
  skipped: 0,
  messages: 0,
  filesStored: 0,
  filesMissing: 0,
};

/** Bytes of files. */
export function sizeOf(files: Rows['files']): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** A new conversation as the rows to insert. */
export interface NewRows {
  prepared: Prepared;
  writer: ConversationWriter;
  rows: Rows;
}

/** Inserts new conversations with their messages, and the rows of files that were stored. */
export async function insertNew(
  tx: Sql,
  userId: UserScope,
  created: readonly NewRows[],
): Promise<void> {
  await insertImportedConversations(
    tx,
    userId,
    created.map((one) => rowOf(userId, one)),
  );
  await insertImportedMessages(
    tx,
    userId,
    created.flatMap(({ rows }) => rows.messages),
  );
  await insertKeptFiles(
    tx,
    userId,
    created.flatMap(({ rows }) => rows.files),
  );
}

/** Only our own archives have citations and documents; they came before the conversations. */
export async function restoreTied(
  tx: Sql,
  userId: UserScope,
  { service }: Pick<IncomingSource, 'service'>,
  ids: Rows['ids'],
): Promise<void> {
  if (service !== 'brandwright') return;
  const idOf = (section: string, id: string) => archiveIdOf(userId, section, id);
  await restoreCitations(tx, userId, ids, idOf);
  await restoreDocuments(tx, userId, ids, idOf);
}

function rowOf(userId: UserScope, { prepared, writer }: NewRows): ImportedConversation {
  const { facts, entry } = prepared;
  const end = writer.end();
  const id = writer.conversationId;
  return { ...baseOf({ userId, id }, facts, entry, end), leafId: end?.leafId ?? null };
}

/** The row of a conversation without the branch that it shows; without `end` it isn't listed. */
export function baseOf(
  { userId, id }: { userId: UserScope; id: string },
  facts: ConversationFacts,
  { settings }: IncomingConversation,
  end: { lastMessage: string; time: number } | null,
): ImportedConversation {
  const now = Date.now();
  const lastUpdated = facts.updatedAt ?? end?.time ?? facts.createdAt ?? now;
  const date = (time: number | null) => (time === null ? null : new Date(time));
  return {
    id,
    title: facts.title,
    lastMessage: end?.lastMessage ?? '',
    leafId: null,
    lastUpdated: new Date(Math.min(lastUpdated, now)),
    createdAt: new Date(facts.createdAt ?? lastUpdated),
    originalCreationDate: date(facts.originalCreationDate),
    pinnedAt: date(facts.pinnedAt),
    archivedAt: date(facts.archivedAt),
    model: facts.model,
    effort: facts.effort,
    systemPrompt: facts.systemPrompt,
    profileIds: archiveIdsOf(userId, 'profiles', settings?.profileId ?? null),
    folderIds: archiveIdsOf(userId, 'folders', settings?.folderId ?? null),
  };
}

/** What the next import compares it with. */
export function knownOf({ prepared, writer }: Pick<NewRows, 'prepared' | 'writer'>): Known {
  const { key, entry } = prepared;
  const endedAt = cleanTime(entry.updatedAt);
  const { missing, overQuota } = writer.losses;
  return {
    key,
    conversationId: writer.conversationId,
    messages: cleanCount(entry.messageCount),
    endedAt: endedAt === null ? null : new Date(endedAt),
    missingFiles: cleanCount(entry.missingFiles ?? 0) + missing + overQuota,
  };
}

/** Its line in the report. */
export function outcomeOf({ prepared, writer }: Pick<NewRows, 'prepared' | 'writer'>): Outcome {
  return {
    index: prepared.index,
    outcome: 'imported',
    conversationId: writer.conversationId,
    remarks: remarksOf(prepared.entry, writer),
  };
}

function remarksOf(entry: IncomingConversation, { losses }: ConversationWriter): string[] {
  const counts = new Map(Object.entries(entry.remarks()));
  for (const [kind, what] of Object.entries(FILE_LOSSES)) {
    const count = losses[kind as keyof FileLosses];
    if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
  }
  return [...counts].map(([what, count]) => storable(remarkText(what, count)));
}

export function doneOf(created: readonly NewRows[]): Done {
  const done = { ...NOTHING };
  for (const { rows, prepared, writer } of created) {
    done.imported += 1;
    done.messages += rows.messages.length;
    done.filesStored += rows.files.length;
    done.filesMissing += missingFilesOf({ prepared, writer });
  }
  return done;
}

export function missingFilesOf({ prepared, writer }: Pick<NewRows, 'prepared' | 'writer'>): number {
  const { missing, damaged, overQuota } = writer.losses;
  const neverThere = prepared.entry.remarks()[FILE_LOSSES.missing] ?? 0;
  return missing + damaged + overQuota + neverThere;
}
