import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { mirrorOf } from './mirror';

export interface TextRange {
  start: number;
  end: number;
}

/** Selecting with the keyboard or with a finger must pause this long. */
const PAUSE_MS = 150;

/**
 * What is selected in a text field, once the person has finished selecting; null for nothing but blanks. It lasts while the
 * focus is in `frame` or in a menu. `close` lets go of it until something else is selected or `open` is called; the field's
 * own selection stays.
 */
export function useTextSelection(
  area: RefObject<HTMLTextAreaElement>,
  frame: RefObject<HTMLElement>,
): { range: TextRange | null; open: () => TextRange | null; close: () => void } {
  const [range, setRange] = useState<TextRange | null>(null);
  /** Closed for this one. */
  const closed = useRef<TextRange | null>(null);

  const open = useCallback(() => {
    const selected = selectedIn(area);
    closed.current = null;
    setRange(selected);
    return selected;
  }, [area]);
  const close = useCallback(() => {
    closed.current = selectedIn(area);
    setRange(null);
  }, [area]);

  useEffect(() => {
    const field = area.current;
    if (!field) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;

    const read = () => {
      if (document.activeElement !== field) return;
      const selected = selectedIn(area);
      if (selected && isSame(selected, closed.current)) return;
      closed.current = null;
      setRange((old) => (isSame(old, selected) ? old : selected));
    };
    const onSelection = () => {
      if (document.activeElement !== field) return;
      clearTimeout(timer);
      if (field.selectionStart === field.selectionEnd) read();
      else if (!pressed) timer = setTimeout(read, PAUSE_MS);
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
    field.addEventListener('select', onSelection);
    field.addEventListener('selectionchange', onSelection);
    document.addEventListener('selectionchange', onSelection);
    field.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      clearTimeout(timer);
      field.removeEventListener('select', onSelection);
      field.removeEventListener('selectionchange', onSelection);
      document.removeEventListener('selectionchange', onSelection);
      field.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
  }, [area]);

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

function selectedIn({ current: field }: RefObject<HTMLTextAreaElement>): TextRange | null {
  if (!field) return null;
  const { value, selectionStart: start, selectionEnd: end } = field;
  return value.slice(start, end).trim() === '' ? null : { start, end };
}

function isSame(one: TextRange | null, other: TextRange | null): boolean {
  return one?.start === other?.start && one?.end === other?.end;
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
export class FieldMirror {
  #area: HTMLTextAreaElement;
  #host: HTMLElement;
  #selected: TextRange;
  #width = 0;
  #range = document.createRange();

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
    highlights()?.set(HIGHLIGHT, new Highlight(this.#range));
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
    const { scrollTop } = this.#area;
    const oneLine = first.top === last.top;
    const field = this.#area.getBoundingClientRect();
    return {
      top: first.top - scrollTop,
      bottom: last.bottom - scrollTop,
      left: oneLine ? first.left : field.left,
      right: oneLine ? last.right : field.right,
    };
  }

  remove(): void {
    highlights()?.delete(HIGHLIGHT);
    this.#host.replaceChildren();
  }
}

/** Styled in app.css. */
const HIGHLIGHT = 'passage';

/** Older browsers don't have them. */
function highlights(): HighlightRegistry | undefined {
  return typeof Highlight === 'undefined' ? undefined : CSS.highlights;
}
