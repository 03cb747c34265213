import { closeHistory } from 'prosemirror-history';
import { Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import {
  boxAround,
  paintPassage,
  type TextRange,
  type TextSurface,
} from '~/ui/forms/text-selection';
import { rangesIn } from '~/ui/rich-text/find-quotes';

import type { MarkdownDocument } from './document';
import { withEnd } from './tables';

/** The formatted field, by places of its Markdown. */
export class RichSurface implements TextSurface {
  readonly element: HTMLElement;
  #view: EditorView;
  #markdown: MarkdownDocument;
  #textOf: () => string;

  constructor(view: EditorView, markdown: MarkdownDocument, textOf: () => string) {
    this.element = view.dom;
    this.#view = view;
    this.#markdown = markdown;
    this.#textOf = textOf;
  }

  get text(): string {
    return this.#textOf();
  }

  selected(): TextRange | null {
    const { doc, selection } = this.#view.state;
    if (selection.empty || document.getSelection()?.isCollapsed !== false) return null;
    const { from, to } = selection;
    const text = doc.textBetween(from, to, '\n', '\n');
    if (text.trim() === '') return null;
    return {
      start: from + text.length - text.trimStart().length,
      end: to - text.length + text.trimEnd().length,
    };
  }

  passage(): TextRange | null {
    const selected = this.selected();
    return selected && this.#markdown.passageOf(this.#view.state.doc, selected.start, selected.end);
  }

  track({ start, end }: TextRange) {
    const view = this.#view;
    const { doc } = view.state;
    const from = view.domAtPos(start);
    const to = view.domAtPos(end);
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    const remove = paintPassage(view.dom, range);
    return {
      // Places of another document mean nothing.
      box: () =>
        view.state.doc === doc
          ? boxAround(view.coordsAtPos(start, 1), view.coordsAtPos(end, -1), view.dom)
          : null,
      remove,
    };
  }

  focus(): void {
    this.#view.focus();
  }

  select({ start, end }: TextRange): void {
    const view = this.#view;
    // A place has no letters to be found by, so those behind it are.
    const [found] = rangesIn(view.dom, this.text, [{ start, end: Math.max(end, start + 1) }]);
    if (!found) return;
    const { doc, tr } = view.state;
    const from = view.posAtDOM(found.startContainer, found.startOffset);
    const to = start === end ? from : view.posAtDOM(found.endContainer, found.endOffset);
    view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
  }

  replace({ start, end }: TextRange, text: string): void {
    const { text: whole } = this;
    const change = this.changeTo(whole.slice(0, start) + text + whole.slice(end));
    if (change) this.#view.dispatch(closeHistory(change));
  }

  /** What makes the document that of another text: blocks that both have stay. */
  changeTo(text: string): Transaction | null {
    const { doc, selection, tr } = this.#view.state;
    const read = withEnd(this.#markdown.read(text));
    const [old, next] = [doc.children, read.children];
    const least = Math.min(old.length, next.length);
    let first = 0;
    while (first < least && old[first]!.eq(next[first]!)) first += 1;
    let after = 0;
    while (after < least - first && old.at(-1 - after)!.eq(next.at(-1 - after)!)) after += 1;
    const $doc = doc.resolve(0);
    const from = $doc.posAtIndex(first);
    const to = $doc.posAtIndex(old.length - after);
    const blocks = next.slice(first, next.length - after);
    if (from === to && blocks.length === 0) {
      this.#markdown.adopt(doc, read);
      return null;
    }
    tr.replaceWith(from, to, blocks);
    this.#markdown.adopt(tr.doc, read);
    const isInside = selection.from >= from && selection.from <= to;
    if (isInside)
      tr.setSelection(
        Selection.near(tr.doc.resolve(Math.min(selection.from, tr.doc.content.size))),
      );
    return tr;
  }
}
