import {
  closeSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import type { Claim } from '~/engine/leases/index.server';

import { roomFor, writeShownChunk } from './shown-chunks.server';

/** Bytes. All of this text also waits in the process's memory. */
const MAX_SIZE = 64_000_000;

interface Half {
  fd: number;
  size: number;
  /** Where the text of each run in it ends, in UTF-16 units. */
  ends: Map<Claim, number>;
}

/**
 * The text that was shown and may not be stored yet, in two files of this process: one is written to while the other waits
 * until its text is stored and is then emptied. Nothing here syncs to the disk: the files have to survive the process, not
 * the machine.
 */
export class Journal {
  #writing: Half;
  #waiting: Half;
  #buffer = Buffer.allocUnsafe(16_384);

  /** @throws when the files can't be created */
  constructor(directory: string, [one, other]: readonly [string, string]) {
    this.#writing = openHalf(join(directory, one));
    this.#waiting = openHalf(join(directory, other));
  }

  /** @throws when it can't be written; earlier records stay readable, unless it is a `TornJournal`. */
  append(claim: Claim, offset: number, text: string): void {
    const half = this.#writing;
    if (half.size > MAX_SIZE) throw new Error('the journal is full');
    const room = roomFor(text);
    const buffer = room > this.#buffer.length ? Buffer.allocUnsafe(room) : this.#buffer;
    const length = writeShownChunk(buffer, { id: claim.id, attempt: claim.attempt, offset, text });
    try {
      for (let written = 0; written < length;) {
        written += writeSync(half.fd, buffer, written, length - written);
      }
    } catch (error) {
      cutOff(half, error);
      throw error;
    }
    half.size += length;
    half.ends.set(claim, offset + text.length);
  }

  /** Called before all text is stored: later text goes into the other file, if that is empty. */
  switchFiles(): void {
    if (this.#waiting.size > 0) return;
    [this.#writing, this.#waiting] = [this.#waiting, this.#writing];
  }

  /** Empties each file whose text is all stored elsewhere. */
  clear(isSafe: (claim: Claim, end: number) => boolean): void {
    for (const half of [this.#waiting, this.#writing]) {
      if (half.size === 0 || !allSafe(half, isSafe)) continue;
      ftruncateSync(half.fd, 0);
      half.size = 0;
      half.ends.clear();
    }
  }

  /** True when a file was removed. */
  isGone(): boolean {
    return [this.#writing, this.#waiting].some(({ fd }) => fstatSync(fd).nlink === 0);
  }

  close(): void {
    closeSync(this.#writing.fd);
    closeSync(this.#waiting.fd);
  }
}

function allSafe({ ends }: Half, isSafe: (claim: Claim, end: number) => boolean): boolean {
  for (const [claim, end] of ends) if (!isSafe(claim, end)) return false;
  return true;
}

/** A partial record couldn't be removed, so nothing written after it could be read. */
export class TornJournal extends Error {}

function openHalf(path: string): Half {
  // Appending, so that writes start at the beginning again after the file was emptied.
  const fd = openSync(path, 'ax', 0o600);
  giveToOwner(fd, dirname(path));
  return { fd, size: 0, ends: new Map() };
}

/** If root runs the app once, the directory's owner must still be able to use the file later. */
function giveToOwner(fd: number, directory: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  fchownSync(fd, uid, gid);
}

/** Removes the partial record of a failed write. @throws TornJournal */
function cutOff({ fd, size }: Half, cause: unknown): void {
  try {
    ftruncateSync(fd, size);
  } catch {
    throw new TornJournal('a record could neither be written nor cut off', { cause });
  }
}
