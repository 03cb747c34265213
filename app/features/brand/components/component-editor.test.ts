import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Component, type ComponentValues, emptyComponent, MAX_FIELD } from './component';
import { createComponentEditor, mergeTexts, PAUSE_MS, unsavedTexts } from './component-editor';

const KIND = 'campaignFramework';

/** A server with one component, which another tab may write as well. */
function fakeServer() {
  let component: Component = emptyComponent(KIND);
  let broken = false;
  const saves: ComponentValues[] = [];
  const write = (values: ComponentValues) => {
    component = {
      ...component,
      id: 'c',
      version: component.version + 1,
      values: { ...component.values, ...values },
    };
    return component;
  };
  return {
    saves,
    write,
    stored: () => component.values,
    break: (value: boolean) => (broken = value),
    save: vi.fn(
      async (request: { componentId: string | null; version: number; values: ComponentValues }) => {
        await Promise.resolve();
        if (broken) throw new Error('no network');
        saves.push(request.values);
        const current =
          request.componentId === component.id && request.version === component.version;
        return current
          ? { saved: true, component: write(request.values) }
          : { saved: false, component };
      },
    ),
  };
}

let server: ReturnType<typeof fakeServer>;
let draft: string;
function open(component = emptyComponent(KIND)) {
  return createComponentEditor({
    kind: KIND,
    component,
    profileVersion: 1,
    save: server.save,
    describe: (error) => String(error),
    keepDraft: (content) => (draft = content),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer();
  draft = '';
});
afterEach(() => vi.useRealTimers());

const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS);

describe('typing', () => {
  test('is saved once, after a pause, with what was changed and nothing else', async () => {
    const editor = open();
    for (const text of ['M', 'Ma', 'Mail']) {
      editor.write('distribution', text);
      await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    }
    expect(server.saves).toEqual([]);
    await pause();
    expect(server.saves).toEqual([{ distribution: 'Mail' }]);
    expect(unsavedTexts(KIND, editor.state())).toEqual([]);
    expect(draft).toBe('');
  });

  test('goes on while it is saved, and the rest is saved next', async () => {
    const editor = open();
    editor.write('distribution', 'Mail');
    const saving = editor.flush();
    expect(editor.state().saving).toBe(true);
    editor.write('distribution', 'Mail, posters');
    await saving;
    expect(editor.state().values.distribution).toBe('Mail, posters');
    await pause();
    expect(server.stored().distribution).toBe('Mail, posters');
  });

  test('asked for again while it is saved, it is saved again', async () => {
    const editor = open();
    editor.write('distribution', 'Mail');
    void editor.flush();
    editor.write('requirements', 'Short');
    await editor.flush();
    expect(server.stored()).toMatchObject({ distribution: 'Mail', requirements: 'Short' });
  });

  test('of too much is not sent; the rest is', async () => {
    const editor = open();
    editor.write('distribution', 'x'.repeat(MAX_FIELD + 1));
    editor.write('requirements', 'Short');
    await pause();
    expect(server.saves).toEqual([{ requirements: 'Short' }]);
    expect(unsavedTexts(KIND, editor.state())).toEqual(['distribution']);
  });

  test('that fails stays, is kept as a draft, and is saved by the next try', async () => {
    const editor = open();
    server.break(true);
    editor.write('distribution', 'Mail');
    await pause();
    expect(editor.state()).toMatchObject({ saving: false, failure: 'Error: no network' });
    expect(draft).toContain('Mail');
    server.break(false);
    await editor.flush();
    expect(editor.state().failure).toBeNull();
    expect(server.stored().distribution).toBe('Mail');
    expect(draft).toBe('');
  });

  test('keeps a name as it is typed, although it is stored without its last space', async () => {
    const editor = open();
    server.save.mockImplementationOnce(async ({ values }) => ({
      saved: true,
      component: server.write({ name: values.name?.trim() }),
    }));
    editor.write('name', 'Our ');
    await pause();
    expect(editor.state().values.name).toBe('Our ');
    expect(unsavedTexts(KIND, editor.state())).toEqual([]);
  });
});

test('the name that the server gives to a new component is shown', async () => {
  const editor = open();
  server.save.mockImplementationOnce(async ({ values }) => ({
    saved: true,
    component: server.write({ name: 'Bakery', ...values }),
  }));
  editor.write('distribution', 'Mail');
  await pause();
  expect(editor.state().values).toMatchObject({ name: 'Bakery', distribution: 'Mail' });
  expect(unsavedTexts(KIND, editor.state())).toEqual([]);
});

describe('another tab', () => {
  test('that wrote another text loses nothing, nor does this one', async () => {
    const editor = open(server.write({ distribution: '', requirements: '' }));
    server.write({ requirements: 'Theirs' });
    editor.write('distribution', 'Mine');
    await pause();
    expect(server.stored()).toMatchObject({ distribution: 'Mine', requirements: 'Theirs' });
    expect(editor.state().values).toMatchObject({ distribution: 'Mine', requirements: 'Theirs' });
    expect(editor.state().conflicts).toEqual({});
  });

  test('that began the same component is found out', async () => {
    const editor = open();
    server.write({ distribution: 'Theirs' });
    editor.write('distribution', 'Mine');
    await pause();
    expect(editor.state().conflicts).toEqual({ distribution: 'Theirs' });
    expect(server.stored().distribution).toBe('Theirs');
  });

  describe('that wrote the same text', () => {
    async function collide() {
      const editor = open(server.write({ distribution: 'Before' }));
      server.write({ distribution: 'Theirs' });
      editor.write('distribution', 'Mine');
      await pause();
      expect(editor.state().conflicts).toEqual({ distribution: 'Theirs' });
      expect(editor.state().values.distribution).toBe('Mine');
      expect(server.stored().distribution).toBe('Theirs');
      expect(draft).toContain('Mine');
      return editor;
    }

    test('is overwritten only when the person says so', async () => {
      const editor = await collide();
      editor.write('distribution', 'Mine, longer');
      await pause();
      expect(server.stored().distribution).toBe('Theirs');
      editor.keepMine('distribution');
      await editor.flush();
      expect(server.stored().distribution).toBe('Mine, longer');
      expect(editor.state().conflicts).toEqual({});
    });

    test('is taken over when the person says so', async () => {
      const editor = await collide();
      editor.takeTheirs('distribution');
      await editor.flush();
      expect(editor.state().values.distribution).toBe('Theirs');
      expect(server.stored().distribution).toBe('Theirs');
      expect(draft).toBe('');
    });

    test('and goes on writing is shown as it is now', async () => {
      const editor = await collide();
      editor.receive(server.write({ distribution: 'Theirs, longer' }), 1);
      expect(editor.state().conflicts).toEqual({ distribution: 'Theirs, longer' });
    });

    test('and takes it back is still asked about', async () => {
      const editor = await collide();
      editor.receive(server.write({ distribution: 'Before' }), 1);
      expect(editor.state().conflicts).toEqual({ distribution: 'Before' });
      expect(editor.state().values.distribution).toBe('Mine');
    });
  });
});

describe('what is read again', () => {
  test('shows that the server is there: what failed before is tried again', async () => {
    const editor = open(server.write({ requirements: 'Old' }));
    server.break(true);
    editor.write('distribution', 'Mail');
    await pause();
    server.break(false);
    editor.receive(server.write({ requirements: 'New' }), 1);
    expect(editor.state().failure).toBeNull();
    await pause();
    expect(server.stored()).toMatchObject({ distribution: 'Mail', requirements: 'New' });
  });

  test('is taken when it is newer, and not when it is older', async () => {
    const first = server.write({ distribution: 'Old' });
    const editor = open(first);
    editor.receive(server.write({ distribution: 'New' }), 1);
    expect(editor.state().values.distribution).toBe('New');
    editor.receive(first, 1);
    expect(editor.state().values.distribution).toBe('New');
  });

  test('does not undo the first save when it was read before it', async () => {
    const editor = open();
    editor.write('distribution', 'Mail');
    await pause();
    editor.receive(emptyComponent(KIND), 1);
    expect(editor.state()).toMatchObject({
      component: { id: 'c' },
      values: { distribution: 'Mail' },
    });
  });

  test('is another component when the profile says that one was chosen', () => {
    const editor = open(server.write({ distribution: 'Mail' }));
    editor.receive(emptyComponent(KIND), 2);
    expect(editor.state()).toMatchObject({ component: { id: null }, values: { distribution: '' } });
  });
});

describe('a draft of an earlier visit', () => {
  async function leaveDraft(value: string) {
    const editor = open(server.write({ distribution: 'Before' }));
    server.break(true);
    editor.write('distribution', value);
    await pause();
    server.break(false);
    return draft;
  }

  test('is written on', async () => {
    const stored = await leaveDraft('Mine');
    const editor = open(server.write({}));
    editor.restore(stored);
    await pause();
    expect(server.stored().distribution).toBe('Mine');
  });

  test('overwrites nothing that was saved since', async () => {
    const stored = await leaveDraft('Mine');
    const editor = open(server.write({ distribution: 'Theirs' }));
    editor.restore(stored);
    await pause();
    expect(server.stored().distribution).toBe('Theirs');
    expect(editor.state().conflicts).toEqual({ distribution: 'Theirs' });
  });

  test('that was to be chosen about still is', async () => {
    const first = server.write({ distribution: 'Before' });
    server.write({ distribution: 'Theirs' });
    const editor = open(first);
    editor.write('distribution', 'Mine');
    await pause();
    const reloaded = open(server.write({}));
    reloaded.restore(draft);
    await pause();
    expect(reloaded.state().conflicts).toEqual({ distribution: 'Theirs' });
    expect(server.stored().distribution).toBe('Theirs');
  });
});

const merge = (before: string, here: string, there: string) =>
  mergeTexts(['offering'], { offering: before }, { offering: here }, { offering: there });

describe('a text', () => {
  test.each([
    ['that nobody changed stays', 'a', 'a', 'a', 'a', undefined],
    ['changed here is kept', 'a', 'b', 'a', 'b', undefined],
    ['changed elsewhere is taken over', 'a', 'a', 'b', 'b', undefined],
    ['changed alike is no conflict', 'a', 'b', 'b', 'b', undefined],
    ['changed differently is shown as written here, and asked about', 'a', 'b', 'c', 'b', 'c'],
    ['emptied elsewhere and changed here is asked about', 'a', 'b', '', 'b', ''],
  ])('%s', (_, before, here, there, shown, saves) => {
    expect(merge(before, here, there)).toEqual({
      values: { offering: shown },
      conflicts: saves === undefined ? {} : { offering: saves },
    });
  });

  test('is never lost: what somebody wrote is shown or asked about', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    fc.assert(
      fc.property(text, text, text, (before, here, there) => {
        const { values, conflicts } = merge(before, here, there);
        const leaveDraft = [values.offering, conflicts.offering];
        if (here !== before) expect(leaveDraft).toContain(here);
        if (there !== before) expect(leaveDraft).toContain(there);
      }),
    );
  });
});

test('texts are merged one by one', () => {
  expect(
    mergeTexts(
      ['offering', 'pricing'],
      { offering: '', pricing: '' },
      { offering: 'Bread', pricing: '' },
      { offering: '', pricing: '4 €' },
    ),
  ).toEqual({ values: { offering: 'Bread', pricing: '4 €' }, conflicts: {} });
});
