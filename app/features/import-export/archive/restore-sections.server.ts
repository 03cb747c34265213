import { reloadTabs } from '~/features/chat/index.server';
import {
  archiveSections,
  type ArchiveSection,
  type RestoreTarget,
} from '~/engine/user-data/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import type { ArchiveFiles } from './archive-files.server';
import { archiveIdOf, archiveIdsOf } from './archive-ids.server';
import { filePath, sectionPath } from './format';
import { readLines, readRows, type Line } from './read-lines';
import { RestoreRemarks } from './restore-remarks';

const MAX_ROW = 16 * 1024 ** 2;

const DAMAGED_ROW = 'The archive has no readable data for this.';

export interface Restore {
  userId: UserScope;
  signal: AbortSignal;
  progress?: (done: number, all: number) => void;
}

type Restorable = ArchiveSection & Required<Pick<ArchiveSection, 'restore'>>;

/** How many rows the archive says it has, by section, of the sections that can be restored here. */
export function restorableRows({ manifest }: ArchiveFiles): Record<string, number> {
  const listed = new Map(manifest.sections.map(({ name, rows }) => [name, rows]));
  const counts = restorable().map(({ name }) => [name, listed.get(name) ?? 0] as const);
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

function restorable(): Restorable[] {
  return archiveSections().filter(
    (section): section is Restorable => section.restore !== undefined,
  );
}

/**
 * Restores every row that can be restored and isn't there yet; rows that others refer to come first. A row that can't be
 * restored is skipped.
 * @throws what is no fault of the archive, such as an object store or database that is away
 */
export async function restoreSections(
  files: ArchiveFiles,
  { userId, signal, progress }: Restore,
): Promise<{ others: Record<string, number>; remarks: string[] }> {
  const remarks = new RestoreRemarks();
  const all = Object.values(restorableRows(files)).reduce((sum, rows) => sum + rows, 0);
  const target = targetOf(files, userId, signal, remarks);
  const others: Record<string, number> = {};
  let done = 0;
  for (const section of restorable()) {
    let restored = 0;
    for await (const line of linesOf(files, section, signal, remarks)) {
      signal.throwIfAborted();
      if (await restoreLine(section, target, line, remarks)) restored += 1;
      done += 1;
      progress?.(Math.min(done, all), all);
    }
    if (restored > 0) others[section.name] = restored;
  }
  if (Object.keys(others).length > 0) {
    await transaction((tx) => reloadTabs(tx, userId));
  }
  return { others, remarks: remarks.all() };
}

function targetOf(
  files: ArchiveFiles,
  userId: UserScope,
  signal: AbortSignal,
  remarks: RestoreRemarks,
): RestoreTarget {
  return {
    userId,
    signal,
    idOf: (section, id) => archiveIdOf(userId, section, id),
    idsOf: (section, id) => archiveIdsOf(userId, section, id),
    remark: (sentence) => remarks.say(sentence),
    file(path) {
      const file = files.find(filePath(path));
      return Promise.resolve(
        file ? { size: file.size, open: () => Promise.resolve(files.open(file)) } : null,
      );
    },
  };
}

async function* linesOf(
  files: ArchiveFiles,
  { name }: ArchiveSection,
  signal: AbortSignal,
  remarks: RestoreRemarks,
): AsyncGenerator<Line> {
  const file = files.find(sectionPath(name));
  const isListed = files.manifest.sections.some((section) => section.name === name);
  // The whole file is checked before any row of it is restored.
  if (file && (await files.isWhole(file, signal))) {
    yield* readRows(readLines(files.open(file), MAX_ROW));
  } else if (file || isListed) {
    remarks.say(
      `Part of the archive is missing or damaged and was left out: “${sectionPath(name)}”.`,
    );
  }
}

async function restoreLine(
  section: Restorable,
  target: RestoreTarget,
  line: Line,
  remarks: RestoreRemarks,
): Promise<boolean> {
  const row = line === 'unreadable' ? undefined : section.row.safeParse(line.value).data;
  if (!row) {
    remarks.refuse(section.name, DAMAGED_ROW);
    return false;
  }
  try {
    return await section.restore(target, row);
  } catch (error) {
    if (error instanceof AppError) {
      // It may work later.
      if (error.code === 'unavailable') throw error.cause ?? error;
      remarks.refuse(section.name, error.userMessage);
      return false;
    }
    if (!isRefusedByDatabase(error)) throw error;
    log.warn({ err: error, section: section.name }, 'a row of an archive was refused');
    remarks.refuse(section.name, DAMAGED_ROW);
    return false;
  }
}

/**
 * Whether the database rejects the row's values (SQLSTATE classes 22 and 23). Prisma has PostgreSQL's error as the cause of
 * its own.
 */
function isRefusedByDatabase(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, cause, meta } = error as Record<string, unknown>;
  const isRefusal = [code, originalCode].some(
    (state) => typeof state === 'string' && /^2[23][0-9A-Z]{3}$/.test(state),
  );
  const adapter = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  return isRefusal || isRefusedByDatabase(cause) || isRefusedByDatabase(adapter);
}
