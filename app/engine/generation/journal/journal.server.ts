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

/** Bytes. Text that the database has not taken for so long is in this process's memory, too. */
const LARGEST = 64_000_000;

interface Half {
  fd: number;
  size: number;
  /** How far the text of each run in it reaches. */
  ends: Map<Claim, number>;
}

/**
 * What readers are shown and the database may not have yet, in two files of this process: one is written to, the other is
 * emptied as soon as the database has what is in it. Nothing here waits for the disk: the files have to outlive the
 * process, not the machine.
 */
export class Journal {
  #writing: Half;
  #waiting: Half;
  #buffer = Buffer.allocUnsafe(16_384);

  /** @throws when the files cannot be made */
  constructor(directory: string, [one, other]: readonly [string, string]) {
    this.#writing = openHalf(join(directory, one));
    this.#waiting = openHalf(join(directory, other));
  }

  /** @throws when the disk does not take it; what was there before stays readable, unless `TornJournal` is thrown. */
  append(claim: Claim, offset: number, text: string): void {
    const half = this.#writing;
    if (half.size > LARGEST) throw new Error('the journal is full');
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

  /** The database is about to be given all there is: what comes from now on goes into the other file, if it is empty. */
  turn(): void {
    if (this.#waiting.size > 0) return;
    [this.#writing, this.#waiting] = [this.#waiting, this.#writing];
  }

  /** Empties what holds nothing but text that is safe elsewhere. */
  clear(isSafe: (claim: Claim, end: number) => boolean): void {
    for (const half of [this.#waiting, this.#writing]) {
      if (half.size === 0 || !allSafe(half, isSafe)) continue;
      ftruncateSync(half.fd, 0);
      half.size = 0;
      half.ends.clear();
    }
  }

  /** True when someone has removed the files. */
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

/** A part of a record could not be cut off again: nothing that is written behind it could be read. */
export class TornJournal extends Error {}

function openHalf(path: string): Half {
  // Appending, so that it begins anew after it was emptied.
  const fd = openSync(path, 'ax', 0o600);
  giveToOwner(fd, dirname(path));
  return { fd, size: 0, ends: new Map() };
}

/** What root starts once, the user whose directory it is must be able to go on with. */
function giveToOwner(fd: number, directory: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(directory);
  fchownSync(fd, uid, gid);
}

function cutOff({ fd, size }: Half, cause: unknown): void {
  try {
    ftruncateSync(fd, size);
  } catch {
    throw new TornJournal('a record could neither be written nor cut off', { cause });
  }
}
