import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import {
  archivedTable,
  hasRoom,
  inTrash,
  leftOut,
  moment,
  newReference,
  partOf,
  type RestoredFiles,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { objects } from '~/gateways/objects/index.server';
import { isPageAddress, parseWebsite, WebsiteError } from '~/gateways/website/index.server';
import { prisma, prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { sniffFile } from '~/lib/files/read-file.server';
import { MAX_FILE_BYTES } from '~/lib/files/readable-file';
import { cleanName } from '~/lib/files/sniff';
import type { Source } from '~/lib/prisma/client';
import { SourceKind, SourceState } from '~/lib/prisma/enums';

import { WEBSITE_REFUSALS } from '../../drafting/refusals';
import { cleanText } from '../../components/component';
import { indexPage } from '../chunks/index-page.server';
import { cleanSourceName } from './clean-source';
import { countProfilePages, readTexts, sumBytes } from './page-data.server';
import { MAX_DEPTH, MAX_PASTED, MAX_PROFILE_PAGES, MAX_SITE_PAGES, MAX_SOURCES } from './source';
import { lockSources } from './source-data.server';
import { removeFiles, sourceKey } from './source-objects.server';
import { sourceTexts } from './texts';
import { hashOf, requireRoom } from './reading/store-page.server';

const MAX_PROBLEM = 500;
const LEASE = leftOut('which process reads it');
const SYNC = leftOut('found out again by the next sync');

const problem = z.string().nullable();

function checkedProblem(text: string | null): string | null {
  return text === null ? null : cleanText(text.slice(0, MAX_PROBLEM));
}

const sources = archivedTable('source', {
  section: 'sources',
  columns: {
    profileId: partOf('profiles'),
    kind: z.enum(SourceKind),
    state: z.enum(SourceState),
    name: z.string(),
    address: z.string(),
    contentId: newReference('savedContents'),
    problem,
    bytes: leftOut('counted again on import'),
    /** Says whether it has a file, which has a key of its own here. */
    objectKey: z.string().nullable(),
    createdAt: moment,
    readAt: moment.nullable(),
    deletedAt: inTrash,
    round: SYNC,
    fetched: SYNC,
    queuedAt: LEASE,
    starts: LEASE,
    workerId: LEASE,
    heldUntil: LEASE,
  },
  files: ({ id, objectKey }) =>
    objectKey === null ? [] : [{ path: filePath(id), key: objectKey }],
  restore: {
    limit: { max: MAX_SOURCES, within: ['profileId'], refusal: sourceTexts.tooMany },
    check: (row) => ({
      name: cleanSourceName(row.name),
      address: row.kind === 'website' ? checkedAddress(row.address) : '',
      state: restoredState(row),
      problem: checkedProblem(row.problem),
      objectKey: null,
    }),
    files: restoredFile,
    // A source comes back for a profile that was there before, too.
    async within({ tx }, _stored, row, target) {
      const ids = target.idsOf('profiles', row.profileId);
      const where = { userId: target.userId, id: { in: [...ids] } };
      const profile = await tx.profile.findFirst({ where, select: { id: true } });
      return profile && { profileId: profile.id };
    },
  },
});

function filePath(sourceId: string): string {
  return `sources/${sourceId}/file`;
}

/** An archive doesn't make this server read a website: the person resumes what wasn't read. */
function restoredState({
  kind,
  state,
  readAt,
}: Pick<Source, 'kind' | 'state' | 'readAt'>): SourceState {
  if (state === 'failed') return 'failed';
  if (readAt !== null) return 'ready';
  return kind === 'website' ? 'paused' : 'failed';
}

/** @throws AppError `invalid` */
function checkedAddress(address: string): string {
  try {
    parseWebsite(address);
    return address;
  } catch (error) {
    if (!(error instanceof WebsiteError)) throw error;
    throw new AppError('invalid', WEBSITE_REFUSALS[error.code]);
  }
}

/** Without its file where that is missing, damaged, or too much for the storage: its text matters more. */
async function restoredFile(
  row: { id: string; kind: SourceKind; name: string; objectKey: string | null },
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<RestoredFiles<Source>> {
  const { userId } = target;
  const none = { columns: {}, bytes: 0, refusal: sourceTexts.storageFull };
  const noFile = { ...none, store: async () => {}, drop: async () => {} };
  if (row.objectKey === null || row.kind !== 'file') return noFile;
  const input = join(directory, 'archived');
  const isThere = await saveArchived(target, filePath(row.id), input, MAX_FILE_BYTES);
  const sniffed = isThere ? await sniffFile(input, cleanName(row.name)) : null;
  if (!sniffed || 'refusal' in sniffed || sniffed.kind === 'image') {
    target.remark(sourceTexts.fileNotRestored);
    return noFile;
  }
  const { size } = await stat(input);
  if (!(await hasRoom(sql, userId, size))) {
    target.remark(sourceTexts.fileNoRoom);
    return noFile;
  }
  const key = sourceKey(userId, id);
  return {
    ...none,
    columns: { objectKey: key, bytes: BigInt(size) },
    bytes: size,
    async store(signal) {
      const body = { stream: createReadStream(input), length: size };
      await (await objects()).put(key, body, { type: sniffed.type, signal });
    },
    drop: () => removeFiles([key]),
  };
}

const pages = archivedTable('sourcePage', {
  section: 'sourcePages',
  columns: {
    sourceId: partOf('sources'),
    position: z.int().min(0),
    address: z.string(),
    title: z.string(),
    hash: leftOut('derived from its text'),
    problem,
    readAt: moment.nullable(),
    bytes: leftOut('counted again on import'),
    depth: z.int().min(0),
    foundIn: SYNC,
    doneIn: SYNC,
    etag: SYNC,
    modified: SYNC,
    links: SYNC,
  },
  joined: {
    /** Its passages in order; they are made from it again. */
    fields: { text: z.string() },
    async of(userId, ids) {
      const texts = await readTexts(prisma, userId, ids);
      return (id) => ({ text: texts.get(id) ?? '' });
    },
  },
  there: { source: { deletedAt: null } },
  // Texts have up to 200,000 characters.
  atOnce: 20,
  estimate: (userId) => sumBytes(prisma, userId),
  readable: ({ title, text }) => (text === '' ? null : { name: title, markdown: `${text}\n` }),
  restoreOtherwise: restorePage,
});

interface ArchivedPage {
  id: string;
  sourceId: string;
  position: number;
  address: string;
  title: string;
  problem: string | null;
  readAt: Date | null;
  depth: number;
  text: string;
}

async function restorePage(target: RestoreTarget, row: ArchivedPage): Promise<boolean> {
  const { userId } = target;
  const text = cleanText(row.text.slice(0, MAX_PASTED));
  const id = target.idOf('sourcePages', row.id);
  return prismaTransaction(async (tx, sql) => {
    await lockSources(sql, userId);
    const source = await tx.source.findFirst({
      where: { userId, id: { in: [...target.idsOf('sources', row.sourceId)] }, deletedAt: null },
      select: { id: true, profileId: true, kind: true },
    });
    if (!source) return false;
    const isSite = source.kind === 'website';
    const place = isSite ? checkedPlace(row) : { position: 0, address: '', depth: 0 };
    if (!place) return false;
    const { id: sourceId, profileId } = source;
    const known = await tx.sourcePage.findMany({
      where: { userId, sourceId },
      select: { position: true, address: true },
    });
    const isTaken = known.some(
      ({ position, address }) => position === place.position || address === place.address,
    );
    if (isTaken || known.length >= MAX_SITE_PAGES) return false;
    if ((await countProfilePages(tx, userId, profileId)) >= MAX_PROFILE_PAGES) {
      throw new AppError('conflict', sourceTexts.pagesFull);
    }
    const bytes = Buffer.byteLength(text);
    await requireRoom(sql, userId, bytes);
    const title = cleanText(row.title.slice(0, MAX_PROBLEM));
    const hash = text === '' ? '' : hashOf({ title, text });
    const readAt = row.readAt && new Date(Math.min(row.readAt.getTime(), Date.now()));
    const done = { foundIn: 1, doneIn: readAt === null ? 0 : 1 };
    await tx.sourcePage.create({
      data: {
        ...{
          id,
          userId,
          sourceId,
          title,
          hash,
          bytes,
          readAt,
          problem: checkedProblem(row.problem),
        },
        ...{ ...place, ...done },
      },
      select: { id: true },
    });
    await indexPage(tx, userId, { id, sourceId, profileId }, text);
    const more = { bytes: { increment: bytes } };
    await tx.source.updateMany({ where: { id: sourceId, userId }, data: more });
    return true;
  });
}

/** Where a page of a website is; null if that can't be. */
function checkedPlace({ position, address, depth }: ArchivedPage) {
  if (!isPageAddress(address)) return null;
  const isStart = position === 0 && depth === 0;
  return { position, address, depth: isStart ? 0 : Math.min(Math.max(depth, 1), MAX_DEPTH) };
}

export const sourceSections = [sources, pages];
