import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { claimDrafts, readTypedDraft, writeDraft } from './drafts';

/** As much of Storage as drafts use: its keys are its own properties. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

beforeEach(() => vi.stubGlobal('sessionStorage', new MemoryStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a draft is kept under its name until it is emptied', () => {
  claimDrafts('ada');
  writeDraft('new', 'Dear customers');
  writeDraft('other', 'x');
  expect(readTypedDraft('new')).toBe('Dear customers');
  writeDraft('new', '');
  expect([readTypedDraft('new'), readTypedDraft('other')]).toEqual(['', 'x']);
});

test('the same person finds their drafts again', () => {
  claimDrafts('ada');
  writeDraft('new', 'Dear customers');
  claimDrafts('ada');
  expect(readTypedDraft('new')).toBe('Dear customers');
});

test('somebody else does not, nor does the first one after them', () => {
  sessionStorage.setItem('theme', 'dark');
  claimDrafts('ada');
  writeDraft('new', 'Dear customers');
  claimDrafts('eve');
  expect(readTypedDraft('new')).toBe('');
  claimDrafts('ada');
  expect(readTypedDraft('new')).toBe('');
  expect(sessionStorage.getItem('theme')).toBe('dark');
});

test('drafts that nobody owns are nobody’s', () => {
  writeDraft('new', 'left behind');
  claimDrafts('ada');
  expect(readTypedDraft('new')).toBe('');
});

test('where storage is forbidden nothing is kept, and nothing breaks', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
  claimDrafts('ada');
  writeDraft('new', 'text');
  expect(readTypedDraft('new')).toBe('');
});
