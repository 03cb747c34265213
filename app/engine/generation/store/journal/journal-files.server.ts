import { chownSync, mkdirSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { env } from '~/settings/env.server';
import { isId } from '~/lib/ids.server';

import { readShownChunks, type ShownChunk } from './shown-chunks.server';

// Journals are in DATA_DIR/journal. Each file is named by its process and a number.

const OWN_NUMBER = /^(.{36})\.\d+$/;

function journals(): string {
  return join(resolve(env().DATA_DIR), 'journal');
}

/** Creates the directory, readable by the app's user only. @throws when it can't */
export function prepareJournals(): string {
  const directory = journals();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(resolve(env().DATA_DIR));
    chownSync(directory, uid, gid);
  }
  return directory;
}

/** The processes that have journals here. */
export async function findJournals(): Promise<string[]> {
  const processes = new Set<string>();
  for (const name of await filesHere()) {
    const processId = OWN_NUMBER.exec(name)?.[1];
    if (isId(processId)) processes.add(processId);
  }
  return [...processes];
}

/** The readable chunks of a process's journal; none if its journal isn't on this machine. */
export async function readJournal(processId: string): Promise<ShownChunk[]> {
  const chunks: ShownChunk[] = [];
  for (const path of await filesOf(processId)) {
    const bytes = await unlessGone(readFile(path));
    if (bytes) chunks.push(...readShownChunks(bytes));
  }
  return chunks;
}

/** When a process last wrote to its journal; null if there is none. */
export async function lastWritten(processId: string): Promise<Date | null> {
  let last: Date | null = null;
  for (const path of await filesOf(processId)) {
    const facts = await unlessGone(stat(path));
    if (facts && (!last || facts.mtime > last)) last = facts.mtime;
  }
  return last;
}

export async function removeJournal(processId: string): Promise<void> {
  for (const path of await filesOf(processId)) await rm(path, { force: true });
}

async function filesOf(processId: string): Promise<string[]> {
  const names = (await filesHere()).filter((name) => OWN_NUMBER.exec(name)?.[1] === processId);
  return names.map((name) => join(journals(), name));
}

async function filesHere(): Promise<string[]> {
  return (await unlessGone(readdir(journals()))) ?? [];
}

/** Null if another process has removed the file. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
