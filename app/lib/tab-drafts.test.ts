import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { claimDrafts, readTypedDraft, writeDraft } from './tab-drafts';

/** The part of Storage that drafts use; its keys are its own properties. */
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

test('a draft is stored under its name until it is emptied', () => {
  claimDrafts('ada');
  writeDraft('new', 'Dear customers');
  writeDraft('other', 'x');
  expect(readTypedDraft('new')).toBe('Dear customers');
  writeDraft('new', '');
  expect([readTypedDraft('new'), readTypedDraft('other')]).toEqual(['', 'x']);
});

test("a person's drafts are still there when they return", () => {
  claimDrafts('ada');
  writeDraft('new', 'Dear customers');
  claimDrafts('ada');
  expect(readTypedDraft('new')).toBe('Dear customers');
});

test("a different person doesn't see another person's drafts, and the first one doesn't get them back afterwards", () => {
  sessionStorage.setItem('theme', 'dark');
  claimDrafts('ada');
  writeDraft('new', 'Dear customers');
  claimDrafts('eve');
  expect(readTypedDraft('new')).toBe('');
  claimDrafts('ada');
  expect(readTypedDraft('new')).toBe('');
  expect(sessionStorage.getItem('theme')).toBe('dark');
});

test('drafts without an owner are removed when a person claims the tab', () => {
  writeDraft('new', 'left behind');
  claimDrafts('ada');
  expect(readTypedDraft('new')).toBe('');
});

test('drafts are not stored, and nothing throws, if storage is forbidden', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
  claimDrafts('ada');
  writeDraft('new', 'text');
  expect(readTypedDraft('new')).toBe('');
});
