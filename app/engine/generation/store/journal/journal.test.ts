import type * as FileSystem from 'node:fs';
import { mkdtempSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { readShownChunks } from './shown-chunks.server';

/** How many bytes the disk still has room for, and whether files can be truncated. */
const disk = vi.hoisted(() => ({ room: Infinity, truncates: true }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof FileSystem>();
  const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  return {
    ...fs,
    writeSync(fd: number, buffer: Buffer, offset: number, length: number) {
      if (disk.room === 0) throw full();
      const written = fs.writeSync(fd, buffer, offset, Math.min(length, disk.room));
      disk.room -= written;
      return written;
    },
    ftruncateSync(fd: number, length: number) {
      if (!disk.truncates) throw full();
      fs.ftruncateSync(fd, length);
    },
  };
});

const { Journal, TornJournal } = await import('./journal.server');

const ONE = { id: '0198a000-0000-7000-8000-000000000001', attempt: 1, processId: '' };
const TWO = { ...ONE, id: '0198a000-0000-7000-8000-000000000002' };

let directory: string;
let journal: InstanceType<typeof Journal>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brandwright-journal-'));
  journal = new Journal(directory, ['a', 'b']);
});
afterEach(() => {
  Object.assign(disk, { room: Infinity, truncates: true });
  journal.close();
  rmSync(directory, { recursive: true });
});

/** The texts in both files. */
function texts(): string[] {
  return ['a', 'b'].map((name) =>
    readShownChunks(readFileSync(join(directory, name)))
      .map(({ text }) => text)
      .join(''),
  );
}

describe('a journal', () => {
  test('has each chunk as soon as it is appended, readable by its owner only', () => {
    journal.append(ONE, 0, 'one ');
    journal.append(TWO, 0, 'eins ');
    journal.append(ONE, 4, 'two');
    expect(texts()).toEqual(['one eins two', '']);
    expect(statSync(join(directory, 'a')).mode & 0o777).toBe(0o600);
  });

  test('takes a chunk that is larger than its buffer', () => {
    const long = 'größer '.repeat(20_000);
    journal.append(ONE, 0, long);
    journal.append(ONE, long.length, 'and on');
    expect(texts()).toEqual([`${long}and on`, '']);
  });

  test('switches to its other file, and empties the one whose text is stored', () => {
    journal.append(ONE, 0, 'one ');
    journal.switchFiles();
    journal.append(ONE, 4, 'two ');
    expect(texts()).toEqual(['one ', 'two ']);
    journal.clear((_claim, end) => end <= 4);
    expect(texts()).toEqual(['', 'two ']);
    journal.switchFiles();
    journal.append(ONE, 8, 'three');
    expect(texts()).toEqual(['three', 'two ']);
  });

  test('leaves a file that waits untouched while the database is away', () => {
    journal.append(ONE, 0, 'one ');
    journal.switchFiles();
    journal.append(ONE, 4, 'two ');
    journal.switchFiles();
    journal.append(ONE, 8, 'three');
    expect(texts()).toEqual(['one ', 'two three']);
    journal.clear((_claim, end) => end <= 8);
    expect(texts()).toEqual(['', 'two three']);
  });

  test('keeps a file until every text in it is stored', () => {
    journal.append(ONE, 0, 'one');
    journal.append(TWO, 0, 'eins');
    journal.switchFiles();
    journal.clear((claim) => claim === ONE);
    expect(texts()).toEqual(['oneeins', '']);
    journal.clear(() => true);
    expect(texts()).toEqual(['', '']);
  });

  test('notices that its files are gone', () => {
    expect(journal.isGone()).toBe(false);
    unlinkSync(join(directory, 'b'));
    expect(journal.isGone()).toBe(true);
  });

  test('is refused if one of its files exists already', () => {
    expect(() => new Journal(directory, ['a', 'c'])).toThrow('EEXIST');
  });
});

describe('a full disk', () => {
  test.each([0, 1, 8, 33])(
    'with room for %i more bytes loses only the chunk that it refused',
    (room) => {
      journal.append(ONE, 0, 'one ');
      disk.room = room;
      expect(() => journal.append(ONE, 4, 'two ')).toThrow('no space left');
      disk.room = Infinity;
      journal.append(ONE, 8, 'three');
      expect(texts()).toEqual(['one three', '']);
    },
  );

  test('that can’t even truncate the file ends the journal, whose earlier chunks stay readable', () => {
    journal.append(ONE, 0, 'one ');
    Object.assign(disk, { room: 5, truncates: false });
    expect(() => journal.append(ONE, 4, 'two ')).toThrow(TornJournal);
    expect(texts()).toEqual(['one ', '']);
  });
});
