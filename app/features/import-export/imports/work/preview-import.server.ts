import { firstCharacters, oneLine } from '~/lib/text/one-line';
import {
  displayTitle,
  importedTitle,
  MAX_TITLE_TYPED,
  ownConversations,
} from '~/features/chat/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import type {
  IncomingConversation,
  IncomingService,
  IncomingSource,
  UnreadableConversation,
} from '../incoming';
import type { CandidateStatus, ImportState } from '../../page/import-export';
import {
  clearCandidates,
  countCandidates,
  findKnown,
  insertCandidates,
  type NewCandidate,
} from '../candidate-data.server';
import { cleanCount, cleanTime } from './prepare-conversation';
import { keyOf, type Work } from './work.server';
import { MAX_CONVERSATIONS } from '../schema';
import { importRefusals, importRemarks } from '../refusals';
import { lockHeld, putFound } from './work-data.server';

const BATCH = 500;

interface Found {
  candidate: NewCandidate;
  /** The export's own key, not hashed. */
  name: string | null;
  missingFiles: number;
}

/** Reads an export, and stores what there is to choose from. */
export async function previewImport(work: Work): Promise<ImportState> {
  const { held, signal, report, breathe } = work;
  const source = await work.open();
  await clearCandidates(sql, held.userId, held.id);
  let batch: Found[] = [];
  let index = 0;
  const flush = async () => {
    await storeBatch(work, source.service, batch);
    KILLABLE: killPoint('import: a batch of the preview kept');
    batch = [];
  };
  const progress = (read: number) => report(source.bytes > 0 ? read / source.bytes : 0);
  for await (const entry of source.conversations({ signal, progress })) {
    if (index >= MAX_CONVERSATIONS) throw new AppError('invalid', importRefusals.tooMany);
    const missingFiles = 'unreadable' in entry ? 0 : cleanCount(entry.missingFiles ?? 0);
    batch.push({ candidate: candidateOf(entry, index, source), name: entry.key, missingFiles });
    index += 1;
    if (batch.length >= BATCH) await flush();
    await breathe();
  }
  if (batch.length > 0) await flush();
  const found = {
    ...(await countCandidates(sql, held.userId, held.id)),
    others: source.others ?? {},
    remarks: source.remarks().map(storable),
  };
  await putFound(sql, held, { service: source.service, found });
  return 'ready';
}

function candidateOf(
  entry: IncomingConversation | UnreadableConversation,
  index: number,
  { service }: IncomingSource,
): NewCandidate {
  const key = entry.key === null ? null : keyOf(entry.key);
  if ('unreadable' in entry) {
    return {
      index,
      // The export may have it again, readable.
      key: null,
      title: shownTitle(entry.title, service),
      startedAt: null,
      endedAt: null,
      messages: 0,
      standing: 'unreadable',
      remarks: [storable(entry.unreadable)],
    };
  }
  const messages = cleanCount(entry.messageCount);
  return {
    index,
    key,
    title: shownTitle(entry.settings?.title ?? entry.title, service),
    startedAt: dateOf(cleanTime(entry.createdAt)),
    endedAt: dateOf(cleanTime(entry.updatedAt)),
    messages,
    standing: messages === 0 ? 'unreadable' : 'fresh',
    remarks: messages === 0 ? [importRemarks.empty] : [],
  };
}

/** As the list will show it. */
function shownTitle(title: string | null, service: IncomingService): string {
  const clean = storable((title ?? '').slice(0, MAX_TITLE_TYPED * 4));
  if (service === 'chatgpt') return displayTitle(importedTitle(clean));
  return displayTitle(firstCharacters(oneLine(clean), MAX_TITLE_TYPED));
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}

async function storeBatch(
  { held }: Work,
  service: IncomingService,
  batch: readonly Found[],
): Promise<void> {
  const keys = batch.flatMap(({ candidate: { key } }) => (key === null ? [] : [key]));
  const known = new Map(
    (await findKnown(sql, held.userId, service, keys)).map((one) => [one.key, one]),
  );
  const own = await ownNames(held.userId, service, batch);
  const merged = new Map<string, NewCandidate>();
  for (const { candidate, name, missingFiles } of batch) {
    const { standing, key, messages } = candidate;
    if (standing === 'fresh' && key !== null) {
      const before = known.get(key);
      const now = { messages, endedAt: candidate.endedAt?.getTime() ?? null, missingFiles };
      candidate.standing = own.has(name?.toLowerCase() ?? '')
        ? 'known'
        : candidateStatus(now, before && { ...before, endedAt: before.endedAt?.getTime() ?? null });
    }
    // One statement may touch a row only once.
    const first = key === null ? undefined : merged.get(key);
    if (first && first.messages >= messages) continue;
    merged.set(
      key ?? `#${candidate.index}`,
      first ? { ...candidate, index: first.index } : candidate,
    );
  }
  await transaction(async (tx) => {
    await lockHeld(tx, held);
    await insertCandidates(tx, held, [...merged.values()]);
  });
}

/** The conversations of an archive that exist in this account anyway: importing them would duplicate them. */
async function ownNames(
  userId: UserScope,
  service: IncomingService,
  batch: readonly { name: string | null }[],
): Promise<Set<string>> {
  if (service !== 'brandwright') return new Set();
  const ids = batch.flatMap(({ name }) => (name !== null && isId(name) ? [name] : []));
  return new Set(await ownConversations(userId, ids));
}

/** What tells whether a conversation has grown. */
interface Extent {
  messages: number;
  endedAt: number | null;
  /** Files that weren't imported, or that the export lacks. */
  missingFiles: number;
}

/** Whether a conversation is new here, or has grown since it was imported. */
function candidateStatus(
  now: Extent,
  before: Extent | undefined,
): Exclude<CandidateStatus, 'unreadable'> {
  if (!before) return 'fresh';
  const later = now.endedAt !== null && (before.endedAt === null || now.endedAt > before.endedAt);
  // An older export has less, and nothing new.
  const isMore = now.messages > before.messages || now.missingFiles < before.missingFiles;
  return later || isMore ? 'grown' : 'known';
}
