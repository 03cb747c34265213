import { expect } from 'vitest';

import { HANG } from '../../harness/eventually.ts';
import type { Engine } from './engine.ts';

const ROLES = {
  article: 'article',
  button: 'button',
  dialog: '[role=dialog]',
  field: 'textarea, input:not([type=file]), select',
  files: 'input[type=file]',
  image: 'img',
  link: 'a[href]',
  list: 'ul, ol',
} as const;

/** An element by what it is and how it is named; with a star at its end, a name is a beginning. */
interface Sought {
  role: keyof typeof ROLES;
  name: string;
}

interface State {
  text: string;
  value: string;
  disabled: boolean;
  /** A click at its middle reaches it. */
  reachable: boolean;
  /** The middle of it, in the window. */
  x: number;
  y: number;
  height: number;
}

/** Runs in the page: the first visible element that is sought, scrolled into view. */
function seek(json: string): HTMLElement | undefined {
  const { selector, name } = JSON.parse(json) as { selector: string; name: string };
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    const by = element.getAttribute('aria-labelledby');
    return clean(
      element.getAttribute('aria-label') ??
        element.getAttribute('alt') ??
        (by ? document.getElementById(by)?.textContent : undefined) ??
        (labels.length > 0 ? labels[0]!.textContent : element.textContent),
    );
  };
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const named = nameOf(element);
    const fits = name.endsWith('*') ? named.startsWith(name.slice(0, -1)) : named === name;
    const isHiddenByNature = element.matches('[type=file]');
    return fits && (isHiddenByNature || element.checkVisibility({ visibilityProperty: true }));
  });
  return found;
}

/** Runs in the page: how the sought element is now; an empty text if there is none. */
const STATE = `(json) => {
  const element = (${seek})(json);
  if (!element) return '';
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const hit = document.elementFromPoint(x, y);
  return JSON.stringify({
    text: element.textContent,
    value: element.value ?? '',
    disabled: element.disabled === true,
    reachable: [element, ...(element.labels ?? [])].some((part) => part.contains(hit)),
    x,
    y,
    height: element.offsetHeight,
  });
}`;

/** Runs in the page: inserts a text as pasting it does. */
const PASTE = `(text) => String(document.execCommand('insertText', false, text))`;
const MAX_TYPED = 20;

/** The keys that WebDriver names by a character of their own. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C' } as const;

/** A tab, used as a person does: by what things are called, with real key presses and clicks. */
export class Tab {
  readonly #engine: Engine;
  readonly #id: string;
  readonly #base: string;

  private constructor(engine: Engine, id: string, base: string) {
    this.#engine = engine;
    this.#id = id;
    this.#base = base;
  }

  static async open(engine: Engine, base: string): Promise<Tab> {
    return new Tab(engine, await engine.openTab(), base);
  }

  async goto(path: string): Promise<void> {
    await this.#engine.navigate(this.#id, new URL(path, this.#base).href);
    // A page answers once React has taken it over.
    await expect
      .poll(
        () =>
          this.run(() =>
            Object.keys(document.getElementById('page-end') ?? {}).some((key) =>
              key.startsWith('__react'),
            ),
          ),
        HANG,
      )
      .toBe(true);
  }

  /** Runs a function in the page, which can use nothing around it. */
  async run<T>(work: () => T): Promise<T> {
    const source = `() => JSON.stringify({ result: (${work})() })`;
    const { result } = JSON.parse(await this.#engine.call(this.#id, source, '')) as { result: T };
    return result;
  }

  path(): Promise<string> {
    return this.run(() => location.pathname + location.search);
  }

  /** The state of an element; null if there is none. */
  async state(sought: Sought): Promise<State | null> {
    const state = await this.#engine.call(this.#id, STATE, textOf(sought));
    return state === '' ? null : (JSON.parse(state) as State);
  }

  /** Waits until an element is there and has this text. */
  async sees(sought: Sought, text = ''): Promise<void> {
    const message = `${sought.role} ${sought.name}`;
    await expect
      .poll(async () => (await this.state(sought)) ?? {}, { ...HANG, message })
      .toHaveProperty('text', expect.stringContaining(text));
  }

  /** Waits until a field can be used. */
  async seesEnabled(sought: Sought): Promise<void> {
    await expect
      .poll(async () => (await this.state(sought))?.disabled, { ...HANG, message: sought.name })
      .toBe(false);
  }

  async seesText(text: string): Promise<void> {
    await expect.poll(() => this.run(() => document.body.innerText), HANG).toContain(text);
  }

  /** Clicks an element once it is there, enabled, still, and not covered. */
  async click(sought: Sought): Promise<void> {
    let before: State | null = null;
    await expect
      .poll(
        async () => {
          const last = before;
          before = await this.state(sought);
          const isStill = before?.x === last?.x && before?.y === last?.y;
          return before !== null && isStill && before.reachable && !before.disabled;
        },
        { ...HANG, message: `to click ${sought.name}` },
      )
      .toBe(true);
    const { x, y } = before!;
    await this.#engine.perform(this.#id, [
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#engine.perform(this.#id, [{ type: 'key', id: 'keyboard', actions }]);
  }

  press(key: keyof typeof KEYS): Promise<void> {
    return this.type(KEYS[key]);
  }

  /** Types a short text into an empty field, or pastes a long one: WebKit takes a third of a second for each key. */
  async fill(name: string, text: string): Promise<void> {
    const field = { role: 'field', name } as const;
    await this.click(field);
    if (text.length <= MAX_TYPED) await this.type(text);
    else await this.#engine.call(this.#id, PASTE, text);
    await expect.poll(async () => (await this.state(field))?.value, HANG).toBe(text);
  }

  async chooseFile(name: string, path: string): Promise<void> {
    const file = { role: 'files', name } as const;
    await expect.poll(() => this.state(file), HANG).not.toBeNull();
    await this.#engine.setFile(
      this.#id,
      await this.#engine.find(this.#id, seek.toString(), textOf(file)),
      path,
    );
  }
}

function textOf({ role, name }: Sought): string {
  return JSON.stringify({ selector: ROLES[role], name });
}
