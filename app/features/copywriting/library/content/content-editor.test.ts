import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { ContentText } from './content';
import { ContentEditor, isTitleMissing, PAUSE_MS, type SaveResult } from './content-editor';

const LOADED: ContentText = { title: 'Title', content: 'Text', version: 3 };
const THEIRS: ContentText = { title: 'Theirs', content: 'Their text', version: 4 };

let save: ReturnType<typeof vi.fn<(text: ContentText, putAway: boolean) => Promise<SaveResult>>>;
let read: ReturnType<typeof vi.fn<() => Promise<ContentText | null>>>;
let draft: ContentText | null;
let editor: ContentEditor;

beforeEach(() => {
  vi.useFakeTimers();
  save = vi.fn(({ version }: ContentText) =>
    Promise.resolve<SaveResult>({ type: 'saved', version: version + 1 }),
  );
  read = vi.fn(() => Promise.resolve<ContentText | null>(THEIRS));
  draft = null;
  editor = new ContentEditor(LOADED, { save, read, keepDraft: (stored) => (draft = stored) });
});
afterEach(() => {
  vi.useRealTimers();
});

const status = () => editor.current().status.type;

test('the editor saves the last typed text once, after a pause, and keeps a draft until then', async () => {
  editor.type({ content: 'Text a' });
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  editor.type({ content: 'Text ab' });
  expect([status(), draft]).toEqual(['unsaved', { ...LOADED, content: 'Text ab' }]);
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(save.mock.calls).toEqual([[{ ...LOADED, content: 'Text ab' }, false]]);
  expect([status(), editor.current().version, draft]).toEqual(['saved', 4, null]);
});

test('the editor sends one request at a time, then what was typed meanwhile on top of the new version', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<SaveResult>();
  save.mockReturnValueOnce(promise);
  editor.type({ content: 'One' });
  const first = editor.flush();
  expect(status()).toBe('saving');
  editor.type({ content: 'Two' });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(save).toHaveBeenCalledTimes(1);
  finish({ type: 'saved', version: 4 });
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(save.mock.calls[1]).toEqual([{ title: 'Title', content: 'Two', version: 4 }, false]);
  expect([status(), draft]).toEqual(['saved', null]);
});

test('a failed save shows its reason and keeps the draft, and the next key retries', async () => {
  save.mockResolvedValueOnce({ type: 'failed', reason: 'No network.' });
  editor.type({ content: 'One' });
  await editor.flush();
  expect(editor.current().status).toEqual({ type: 'failed', reason: 'No network.' });
  expect(draft?.content).toBe('One');
  editor.type({ content: 'One!' });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([status(), draft]).toEqual(['saved', null]);
});

test('a missing title is reported, and nothing is sent', async () => {
  editor.type({ title: '  ' });
  await editor.flush();
  expect(save).not.toHaveBeenCalled();
  expect(isTitleMissing(editor.current())).toBe(true);
});

describe('a conflict', () => {
  beforeEach(async () => {
    save.mockResolvedValueOnce({ type: 'conflict', theirs: THEIRS });
    editor.type({ content: 'Mine' });
    await editor.flush();
    expect(editor.current()).toMatchObject({
      content: 'Mine',
      status: { type: 'conflict', theirs: THEIRS },
    });
  });

  test('remains until it is resolved, whatever is typed', async () => {
    editor.type({ content: 'Mine too' });
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 3);
    expect([status(), save.mock.calls.length]).toEqual(['conflict', 1]);
  });

  test('resolved in favor of this text overwrites the other, which becomes a version', async () => {
    await editor.keepMine();
    expect(save.mock.lastCall).toEqual([{ title: 'Title', content: 'Mine', version: 4 }, true]);
    expect([status(), editor.current().version]).toEqual(['saved', 5]);
  });

  test('resolved in favor of the other text shows it, and sends nothing', () => {
    editor.takeTheirs();
    expect(editor.current()).toEqual({ ...THEIRS, status: { type: 'saved' } });
    expect([save.mock.calls.length, draft]).toEqual([1, null]);
  });
});

describe('text that another tab saved', () => {
  test('is shown at once when there is nothing unsaved', async () => {
    await editor.onVersion(4);
    expect(editor.current()).toEqual({ ...THEIRS, status: { type: 'saved' } });
  });

  test('causes a conflict when there is unsaved text', async () => {
    editor.type({ content: 'Mine' });
    await editor.onVersion(4);
    expect(editor.current()).toMatchObject({ content: 'Mine', status: { type: 'conflict' } });
  });

  test('is not loaded when this tab saved it', async () => {
    await editor.onVersion(3);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('a draft from an earlier visit', () => {
  test('is restored and saved', async () => {
    editor.resume({ ...LOADED, content: 'Went on' });
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(save.mock.lastCall?.[0].content).toBe('Went on');
  });

  test('causes a conflict when someone saved since then', () => {
    editor.resume({ ...LOADED, content: 'Went on', version: 2 });
    expect(editor.current()).toMatchObject({
      content: 'Went on',
      status: { type: 'conflict', theirs: LOADED },
    });
  });

  test('that is already saved is dropped', () => {
    draft = LOADED;
    editor.resume(LOADED);
    expect([status(), draft]).toEqual(['saved', null]);
  });
});

test('the editor saves nothing after the content is deleted, and saves what was typed once it is restored', async () => {
  editor.onDeleted();
  editor.type({ content: 'Late' });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([status(), save.mock.calls.length]).toEqual(['gone', 0]);
  await editor.onRestored();
  expect([status(), save.mock.calls.length]).toEqual(['saved', 1]);
});
