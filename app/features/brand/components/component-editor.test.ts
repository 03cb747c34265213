import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Component, type ComponentValues, emptyComponent, MAX_FIELD } from './component';
import {
  createComponentEditor,
  mergeTexts,
  PAUSE_MS,
  refusedComponent,
  unsavedTexts,
} from './component-editor';

const KIND = 'campaignFramework';

/** A server with one component, which another tab may change too. */
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

describe('typed text', () => {
  test('is saved once, after a pause, with only the fields that changed', async () => {
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

  test('can change while it is being saved, and the rest is saved next', async () => {
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

  test('is saved again when a flush is requested during a save', async () => {
    const editor = open();
    editor.write('distribution', 'Mail');
    void editor.flush();
    editor.write('requirements', 'Short');
    await editor.flush();
    expect(server.stored()).toMatchObject({ distribution: 'Mail', requirements: 'Short' });
  });

  test('is not sent when it is too long, while the other fields are', async () => {
    const editor = open();
    editor.write('distribution', 'x'.repeat(MAX_FIELD + 1));
    editor.write('requirements', 'Short');
    await pause();
    expect(server.saves).toEqual([{ requirements: 'Short' }]);
    expect(unsavedTexts(KIND, editor.state())).toEqual(['distribution']);
  });

  test('stays in the field and in the draft when saving fails, and is saved on the next try', async () => {
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

  test('keeps its trailing space in a name, although the server stores the name without it', async () => {
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

test('shows the name that the server gives to a new component', async () => {
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

describe('when another tab', () => {
  test('writes a different field, neither tab loses anything', async () => {
    const editor = open(server.write({ distribution: '', requirements: '' }));
    server.write({ requirements: 'Theirs' });
    editor.write('distribution', 'Mine');
    await pause();
    expect(server.stored()).toMatchObject({ distribution: 'Mine', requirements: 'Theirs' });
    expect(editor.state().values).toMatchObject({ distribution: 'Mine', requirements: 'Theirs' });
    expect(editor.state().conflicts).toEqual({});
  });

  test('creates the same component first, the collision becomes a conflict', async () => {
    const editor = open();
    server.write({ distribution: 'Theirs' });
    editor.write('distribution', 'Mine');
    await pause();
    expect(editor.state().conflicts).toEqual({ distribution: 'Theirs' });
    expect(server.stored().distribution).toBe('Theirs');
  });

  describe('writes the same field', () => {
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

    test('its text is overwritten only when the user keeps theirs', async () => {
      const editor = await collide();
      editor.write('distribution', 'Mine, longer');
      await pause();
      expect(server.stored().distribution).toBe('Theirs');
      editor.keepMine('distribution');
      await editor.flush();
      expect(server.stored().distribution).toBe('Mine, longer');
      expect(editor.state().conflicts).toEqual({});
    });

    test('its text replaces this one when the user takes it', async () => {
      const editor = await collide();
      editor.takeTheirs('distribution');
      await editor.flush();
      expect(editor.state().values.distribution).toBe('Theirs');
      expect(server.stored().distribution).toBe('Theirs');
      expect(draft).toBe('');
    });

    test('and continues writing, the conflict shows its latest text', async () => {
      const editor = await collide();
      editor.receive(server.write({ distribution: 'Theirs, longer' }), 1);
      expect(editor.state().conflicts).toEqual({ distribution: 'Theirs, longer' });
    });

    test('and reverts its change, the conflict remains', async () => {
      const editor = await collide();
      editor.receive(server.write({ distribution: 'Before' }), 1);
      expect(editor.state().conflicts).toEqual({ distribution: 'Before' });
      expect(editor.state().values.distribution).toBe('Mine');
    });
  });
});

describe('a component that is loaded again', () => {
  test('proves that the server is reachable, so a failed save is retried', async () => {
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

  test('is applied when it is newer, and ignored when it is older', async () => {
    const first = server.write({ distribution: 'Old' });
    const editor = open(first);
    editor.receive(server.write({ distribution: 'New' }), 1);
    expect(editor.state().values.distribution).toBe('New');
    editor.receive(first, 1);
    expect(editor.state().values.distribution).toBe('New');
  });

  test('does not undo the first save when it was loaded before that save', async () => {
    const editor = open();
    editor.write('distribution', 'Mail');
    await pause();
    editor.receive(emptyComponent(KIND), 1);
    expect(editor.state()).toMatchObject({
      component: { id: 'c' },
      values: { distribution: 'Mail' },
    });
  });

  test("replaces the current one when the profile's version says that another was chosen", () => {
    const editor = open(server.write({ distribution: 'Mail' }));
    editor.receive(emptyComponent(KIND), 2);
    expect(editor.state()).toMatchObject({ component: { id: null }, values: { distribution: '' } });
  });
});

describe('a draft from an earlier visit', () => {
  async function leaveDraft(value: string) {
    const editor = open(server.write({ distribution: 'Before' }));
    server.break(true);
    editor.write('distribution', value);
    await pause();
    server.break(false);
    return draft;
  }

  test('is restored and saved', async () => {
    const stored = await leaveDraft('Mine');
    const editor = open(server.write({}));
    editor.restore(stored);
    await pause();
    expect(server.stored().distribution).toBe('Mine');
  });

  test('does not overwrite what was saved since then', async () => {
    const stored = await leaveDraft('Mine');
    const editor = open(server.write({ distribution: 'Theirs' }));
    editor.restore(stored);
    await pause();
    expect(server.stored().distribution).toBe('Theirs');
    expect(editor.state().conflicts).toEqual({ distribution: 'Theirs' });
  });

  test('with an unresolved conflict still has that conflict', async () => {
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

  test.each([
    '{',
    'null',
    '[]',
    '{}',
    '{"values":null,"undecided":["distribution"]}',
    '{"values":{"distribution":7},"base":{"distribution":""},"undecided":null}',
    '{"values":{"ofAnEarlierVersion":"Mine"},"base":{},"undecided":["ofAnEarlierVersion"]}',
  ])('of %s, as another version may have left it, changes nothing', async (stored) => {
    const editor = open(server.write({ distribution: 'Theirs' }));
    const saves = server.saves.length;
    editor.restore(stored);
    await pause();
    expect(editor.state()).toMatchObject({ values: { distribution: 'Theirs' }, conflicts: {} });
    expect(server.saves).toHaveLength(saves);
  });

  test('keeps its texts when only what surrounds them has another shape', async () => {
    const editor = open(server.write({}));
    editor.restore('{"values":{"distribution":"Mine","requirements":7},"undecided":"none"}');
    await pause();
    expect(server.stored()).toMatchObject({ distribution: 'Mine', requirements: '' });
  });
});

describe('the component in a refusal', () => {
  const sent = {
    id: 'c',
    version: 2,
    values: { name: '', distribution: 'Theirs', requirements: '' },
    sharedWith: [{ id: 'p', name: 'Other' }],
  };

  test('is read as the server sent it', () => {
    expect(refusedComponent(KIND, sent)).toEqual(sent);
    expect(refusedComponent(KIND, { ...sent, id: null })).toEqual({ ...sent, id: null });
  });

  test.each([
    undefined,
    { ...sent, id: 7 },
    { ...sent, version: '2' },
    { ...sent, values: null },
    { ...sent, values: { ...sent.values, distribution: 7 } },
    { ...sent, values: { name: '', distribution: '' } },
  ])('is none when it is %j', (body) => {
    expect(refusedComponent(KIND, body)).toBeNull();
  });

  test('is shared with what has a name', () => {
    const sharedWith = [null, { id: 'p' }, sent.sharedWith[0]];
    expect(refusedComponent(KIND, { ...sent, sharedWith })).toEqual(sent);
    expect(refusedComponent(KIND, { ...sent, sharedWith: 7 })).toEqual({ ...sent, sharedWith: [] });
  });
});

const merge = (before: string, here: string, there: string) =>
  mergeTexts(['offering'], { offering: before }, { offering: here }, { offering: there });

describe('when merging, a text', () => {
  test.each([
    ['that no one changed stays', 'a', 'a', 'a', 'a', undefined],
    ['that changed only here is kept', 'a', 'b', 'a', 'b', undefined],
    ['that changed only elsewhere is taken over', 'a', 'a', 'b', 'b', undefined],
    ['that changed the same way on both sides is no conflict', 'a', 'b', 'b', 'b', undefined],
    ['that changed differently is shown as it is here, with a conflict', 'a', 'b', 'c', 'b', 'c'],
    ['that was emptied elsewhere and changed here is a conflict', 'a', 'b', '', 'b', ''],
  ])('%s', (_, before, here, there, shown, saves) => {
    expect(merge(before, here, there)).toEqual({
      values: { offering: shown },
      conflicts: saves === undefined ? {} : { offering: saves },
    });
  });

  test('is never lost: what either side wrote is shown or is a conflict', () => {
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

test('merges each text by itself', () => {
  expect(
    mergeTexts(
      ['offering', 'pricing'],
      { offering: '', pricing: '' },
      { offering: 'Bread', pricing: '' },
      { offering: '', pricing: '4 €' },
    ),
  ).toEqual({ values: { offering: 'Bread', pricing: '4 €' }, conflicts: {} });
});
