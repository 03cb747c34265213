import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { fingerprint } from './fingerprint.mjs';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brandwright-fingerprint-'));
  mkdirSync(join(directory, 'inner'));
  writeFileSync(join(directory, 'inner/a.ts'), 'one');
  writeFileSync(join(directory, 'a.test.ts'), 'test');
});

afterEach(() => rmSync(directory, { recursive: true }));

const take = () => fingerprint([directory], (file) => !file.endsWith('.test.ts'));

it('changes with a file’s content or name, and with added or removed files', () => {
  const prints = [take()];
  writeFileSync(join(directory, 'inner/a.ts'), 'two');
  prints.push(take());
  renameSync(join(directory, 'inner/a.ts'), join(directory, 'inner/b.ts'));
  prints.push(take());
  writeFileSync(join(directory, 'c.ts'), '');
  prints.push(take());
  rmSync(join(directory, 'inner'), { recursive: true });
  prints.push(take());
  expect(new Set(prints).size).toBe(prints.length);
});

it('doesn’t change with file times, or with files that don’t count', () => {
  const before = take();
  utimesSync(join(directory, 'inner/a.ts'), 0, 0);
  writeFileSync(join(directory, 'a.test.ts'), 'another test');
  expect(take()).toBe(before);
});

it('treats a missing path as an empty one', () => {
  expect(fingerprint([join(directory, 'missing')])).toBe(fingerprint([]));
});

it('is the same of the same files in another directory', () => {
  const there = fingerprint(['inner'], undefined, directory);
  const other = mkdtempSync(join(tmpdir(), 'brandwright-fingerprint-'));
  mkdirSync(join(other, 'inner'));
  writeFileSync(join(other, 'inner/a.ts'), 'one');
  expect(fingerprint(['inner'], undefined, other)).toBe(there);
  writeFileSync(join(other, 'inner/a.ts'), 'two');
  expect(fingerprint(['inner'], undefined, other)).not.toBe(there);
  rmSync(other, { recursive: true });
});
