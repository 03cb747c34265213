import type * as FileSystem from 'node:fs';
import { mkdtempSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { readShownChunks } from './shown-chunks.server';

/** How many bytes the disk still takes, and what it refuses besides. */
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

function kept(): string[] {
  return ['a', 'b'].map((name) =>
    readShownChunks(readFileSync(join(directory, name)))
      .map(({ text }) => text)
      .join(''),
  );
}

describe('a journal', () => {
  test('has each piece as soon as it is appended, for nobody else’s eyes', () => {
    journal.append(ONE, 0, 'one ');
    journal.append(TWO, 0, 'eins ');
    journal.append(ONE, 4, 'two');
    expect(kept()).toEqual(['one eins two', '']);
    expect(statSync(join(directory, 'a')).mode & 0o777).toBe(0o600);
  });

  test('takes a piece that is larger than its buffer', () => {
    const long = 'größer '.repeat(20_000);
    journal.append(ONE, 0, long);
    journal.append(ONE, long.length, 'and on');
    expect(kept()).toEqual([`${long}and on`, '']);
  });

  test('turns to its other file, and empties the one whose text is stored', () => {
    journal.append(ONE, 0, 'one ');
    journal.turn();
    journal.append(ONE, 4, 'two ');
    expect(kept()).toEqual(['one ', 'two ']);
    journal.clear((_claim, end) => end <= 4);
    expect(kept()).toEqual(['', 'two ']);
    journal.turn();
    journal.append(ONE, 8, 'three');
    expect(kept()).toEqual(['three', 'two ']);
  });

  test('does not mix what waits with what comes, while the database takes nothing', () => {
    journal.append(ONE, 0, 'one ');
    journal.turn();
    journal.append(ONE, 4, 'two ');
    journal.turn();
    journal.append(ONE, 8, 'three');
    expect(kept()).toEqual(['one ', 'two three']);
    journal.clear((_claim, end) => end <= 8);
    expect(kept()).toEqual(['', 'two three']);
  });

  test('keeps a file as long as one text in it is stored nowhere else', () => {
    journal.append(ONE, 0, 'one');
    journal.append(TWO, 0, 'eins');
    journal.turn();
    journal.clear((claim) => claim === ONE);
    expect(kept()).toEqual(['oneeins', '']);
    journal.clear(() => true);
    expect(kept()).toEqual(['', '']);
  });

  test('notices that its files are gone', () => {
    expect(journal.isGone()).toBe(false);
    unlinkSync(join(directory, 'b'));
    expect(journal.isGone()).toBe(true);
  });

  test('is not begun in the place of another', () => {
    expect(() => new Journal(directory, ['a', 'c'])).toThrow('EEXIST');
  });
});

describe('a full disk', () => {
  test.each([0, 1, 8, 33])(
    'that takes %i more bytes leaves what was there, and what comes later',
    (room) => {
      journal.append(ONE, 0, 'one ');
      disk.room = room;
      expect(() => journal.append(ONE, 4, 'two ')).toThrow('no space left');
      disk.room = Infinity;
      journal.append(ONE, 8, 'three');
      expect(kept()).toEqual(['one three', '']);
    },
  );

  test('that cannot even be cut is the end of this journal', () => {
    journal.append(ONE, 0, 'one ');
    Object.assign(disk, { room: 5, truncates: false });
    expect(() => journal.append(ONE, 4, 'two ')).toThrow(TornJournal);
    expect(kept()).toEqual(['one ', '']);
  });
});
