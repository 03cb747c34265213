import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { paint } from '../rich-text/highlights';
import { mirrorOf } from './mirror';

export interface TextRange {
  start: number;
  end: number;
}

/** Selecting with the keyboard or with a finger must pause this long. */
const PAUSE_MS = 150;

/** What a text is edited in. Ranges are those of the text, as Markdown. */
export interface TextSurface {
  /** What has the focus while the person writes. */
  readonly element: HTMLElement;
  readonly text: string;
  /** What is selected, in places that only mean something here; null for nothing but blanks. */
  selected(): TextRange | null;
  /** The same in the text; null for nothing but blanks. */
  passage(): TextRange | null;
  /** Shows a selection while the focus is elsewhere, and tells where it is. */
  track(selected: TextRange): { box(): Box | null; remove(): void };
  focus(): void;
  select(range: TextRange): void;
  /** Writes as if it had been typed: one step of undo, and the owner of the text is told. */
  replace(range: TextRange, text: string): void;
}

/**
 * What is selected in a text, once the person has finished selecting; null for nothing but blanks. It lasts while the
 * focus is in `frame` or in a menu. `close` lets go of it until something else is selected or `open` is called; the
 * selection itself stays.
 */
export function useTextSelection(
  surface: TextSurface | null,
  frame: RefObject<HTMLElement>,
): { range: TextRange | null; open: () => TextRange | null; close: () => void } {
  const [range, setRange] = useState<TextRange | null>(null);
  /** Closed for this one. */
  const closed = useRef<TextRange | null>(null);

  const open = useCallback(() => {
    const selected = surface?.selected() ?? null;
    closed.current = null;
    setRange(selected);
    return selected;
  }, [surface]);
  const close = useCallback(() => {
    closed.current = surface?.selected() ?? null;
    setRange(null);
  }, [surface]);

  useEffect(() => {
    if (!surface) return;
    const { element } = surface;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;

    const read = () => {
      if (document.activeElement !== element) return;
      const selected = surface.selected();
      if (selected && isSame(selected, closed.current)) return;
      closed.current = null;
      setRange((old) => (isSame(old, selected) ? old : selected));
    };
    const onSelection = () => {
      if (document.activeElement !== element) return;
      clearTimeout(timer);
      if (surface.selected() === null) read();
      // An editor may learn of it only after this event.
      if (!pressed) timer = setTimeout(read, PAUSE_MS);
    };
    const onDown = () => {
      pressed = true;
    };
    const onUp = () => {
      if (!pressed) return;
      pressed = false;
      clearTimeout(timer);
      // A click into a selection ends it only after this event.
      timer = setTimeout(read);
    };
    // Browsers differ in which of these they fire, and where.
    element.addEventListener('select', onSelection);
    element.addEventListener('selectionchange', onSelection);
    document.addEventListener('selectionchange', onSelection);
    element.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      clearTimeout(timer);
      setRange(null);
      element.removeEventListener('select', onSelection);
      element.removeEventListener('selectionchange', onSelection);
      document.removeEventListener('selectionchange', onSelection);
      element.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
  }, [surface]);

  const isOpen = range !== null;
  useEffect(() => {
    if (!isOpen) return;
    const onElsewhere = ({ target }: Event) => {
      // The page's scroll bar.
      if (target === document.documentElement) return;
      const inside =
        target instanceof Element && (frame.current?.contains(target) || inMenu(target));
      if (!inside) setRange(null);
    };
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('pointerdown', onElsewhere);
    return () => {
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('pointerdown', onElsewhere);
    };
  }, [isOpen, frame]);

  return { range, open, close };
}

/** Menus are in the body, wherever they belong. */
function inMenu(target: Element): boolean {
  return target.closest('[role="menu"]') !== null;
}

function isSame(one: TextRange | null, other: TextRange | null): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/** A plain field. `host` is an empty element that covers it from behind. */
export class FieldSurface implements TextSurface {
  readonly element: HTMLTextAreaElement;
  #host: HTMLElement;

  constructor(element: HTMLTextAreaElement, host: HTMLElement) {
    this.element = element;
    this.#host = host;
  }

  get text(): string {
    return this.element.value;
  }

  selected(): TextRange | null {
    const { value, selectionStart: start, selectionEnd: end } = this.element;
    return value.slice(start, end).trim() === '' ? null : { start, end };
  }

  passage(): TextRange | null {
    return this.selected();
  }

  track(selected: TextRange): FieldMirror {
    return new FieldMirror(this.element, this.#host, selected);
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  select({ start, end }: TextRange): void {
    this.element.setSelectionRange(start, end);
  }

  replace(range: TextRange, text: string): void {
    const { element } = this;
    this.focus();
    this.select(range);
    // Deprecated and without a successor: nothing else writes into the browser's undo history.
    if (document.execCommand('insertText', false, text)) return;
    element.setRangeText(text, range.start, range.end, 'end');
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Where something is in the window. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/**
 * A field doesn't tell where its letters are. So its text is laid out once more in `host`, an empty element that covers the
 * field from behind, with transparent letters: there a range has a place, and can be highlighted while the focus is elsewhere.
 */
class FieldMirror {
  #area: HTMLTextAreaElement;
  #host: HTMLElement;
  #selected: TextRange;
  #width = 0;
  #range = document.createRange();
  #clear = () => {};

  constructor(area: HTMLTextAreaElement, host: HTMLElement, selected: TextRange) {
    this.#area = area;
    this.#host = host;
    this.#selected = selected;
    this.#layOut();
  }

  #layOut(): void {
    const { value, clientWidth } = this.#area;
    const { mirror, letters } = mirrorOf(this.#area);
    this.#host.replaceChildren(mirror);
    this.#width = clientWidth;

    const { start, end } = this.#selected;
    const selected = value.slice(start, end);
    // Blanks at its ends may have no box, or one on another line.
    this.#range.setStart(letters, start + selected.length - selected.trimStart().length);
    this.#range.setEnd(letters, start + selected.trimEnd().length);
    this.#clear();
    this.#clear = paintPassage(this.#host, this.#range);
  }

  /** Where the selected letters are now; null when they have no place. */
  box(): Box | null {
    if (this.#area.clientWidth !== this.#width) this.#layOut();
    const { startContainer: node, startOffset: start, endOffset: end } = this.#range;
    const letter = document.createRange();
    letter.setStart(node, start);
    letter.setEnd(node, Math.min(start + 1, end));
    const first = letter.getClientRects()[0];
    letter.setEnd(node, end);
    letter.setStart(node, Math.max(start, end - 1));
    const last = [...letter.getClientRects()].at(-1);
    if (!first || !last) return null;
    return boxAround(first, last, this.#area);
  }

  remove(): void {
    this.#clear();
    this.#host.replaceChildren();
  }
}

/** From the first letter of a passage to its last; over several lines, as wide as the field. */
export function boxAround(first: Box, last: Box, field: HTMLElement): Box {
  const { scrollTop } = field;
  const { left, right } =
    first.top === last.top ? { ...first, right: last.right } : field.getBoundingClientRect();
  return { top: first.top - scrollTop, bottom: last.bottom - scrollTop, left, right };
}

/** Highlights a passage while the focus is elsewhere. Returns what takes that back. */
export function paintPassage(root: HTMLElement, range: Range): () => void {
  return paint(root, [{ name: 'passage', range }]);
}
