import { type Node, Slice } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { formatNumber } from '~/lib/format/numbers';
import type { TextSurface } from '~/ui/forms/text-selection';

import { MarkdownDocument } from './document';
import { plugins } from './editing';
import { RichSurface } from './rich-surface';
import { schema } from './schema';
import { placeInTable, withEnd } from './tables';
import { Toolbar } from './toolbar';

interface RichFieldProps {
  /** Of the field; `<id>-label` and `<id>-hint` describe it. */
  id: string;
  /** Markdown. */
  value: string;
  maxLength?: number;
  /** Lines of three dashes stand between texts. */
  dividers: boolean;
  /** Something else is shown in its place. */
  covered: boolean;
  onChange: (value: string) => void;
  onFocus: () => void;
  onBlur?: () => void;
  /** What it prevents, the editor doesn't do. */
  onKey: (event: KeyboardEvent) => void;
  /** Called with null before it is gone. */
  onSurface: (surface: TextSurface | null) => void;
}

/** Pasted HTML is cut here: the browser parses all of it before anything can be typed. */
const MAX_PASTED = 300_000;

/** Marks a change that came from outside: it is not reported. */
const GIVEN = 'given';

const LOOK =
  'prose-chat markdown-field block min-h-64 w-full rounded-b-md border border-t-0 border-border-strong bg-field px-3 py-2.5 text-base -outline-offset-1 hover:border-text/60 focus:border-ring';

/** A field for Markdown that shows its formatting. What isn't changed keeps every byte. */
export function RichField(props: RichFieldProps) {
  const { id, value, covered } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const surface = useRef<RichSurface | null>(null);
  const [markdown] = useState(() => new MarkdownDocument({ dividers: props.dividers }));
  const [first] = useState(() =>
    EditorState.create({ doc: withEnd(markdown.read(value)), plugins: plugins() }),
  );
  const [state, setState] = useState(first);
  const [isFull, setIsFull] = useState(false);
  /** The text as the document has it. */
  const written = useRef(value);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  // Before the elements around it learn that it's gone.
  useLayoutEffect(() => {
    const box = host.current;
    if (!box) return;
    const mount = document.createElement('div');
    // For each block that is added, Remix looks for its links in all of the field: in the square of their number. It has none.
    Object.defineProperty(mount, 'querySelectorAll', { value: () => [] });
    const shown = new EditorView(
      { mount },
      {
        state: first,
        attributes: {
          ...{ id, role: 'textbox', 'aria-multiline': 'true', class: LOOK },
          ...{ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` },
        },
        clipboardTextParser: (text, _, plain) => {
          // Text is read as Markdown, unless the person wants it as it is.
          const { maxLength = text.length } = latest.current;
          const pasted = text.slice(0, maxLength);
          const doc = plain ? plainText(pasted) : markdown.readPasted(pasted);
          return Slice.maxOpen(doc.content);
        },
        clipboardTextSerializer: (slice) => {
          const doc = schema.topNodeType.createAndFill(null, slice.content);
          return doc
            ? markdown.write(doc).trimEnd()
            : slice.content.textBetween(0, slice.size, '\n');
        },
        transformPastedHTML: (html) => withoutHandlers(html.slice(0, MAX_PASTED)),
        handlePaste: pasteIntoCell,
        handleKeyDown: (_, event) => {
          latest.current.onKey(event);
          return event.defaultPrevented;
        },
        handleDOMEvents: {
          focus: () => latest.current.onFocus(),
          blur: () => latest.current.onBlur?.(),
        },
        dispatchTransaction(transaction) {
          const next = shown.state.apply(transaction);
          if (transaction.docChanged && transaction.getMeta(GIVEN) !== true) {
            const text = markdown.write(next.doc);
            const { maxLength = Infinity, onChange } = latest.current;
            const isTooLong = text.length > maxLength && text.length > written.current.length;
            setIsFull(isTooLong);
            if (isTooLong) return shown.updateState(shown.state);
            written.current = text;
            onChange(text);
          }
          shown.updateState(next);
          setState(next);
        },
      },
    );
    box.append(mount);
    view.current = shown;
    surface.current = new RichSurface(shown, markdown, () => written.current);
    latest.current.onSurface(surface.current);
    return () => {
      latest.current.onSurface(null);
      shown.destroy();
      mount.remove();
    };
  }, [first, id, markdown]);

  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    const change = surface.current?.changeTo(value);
    if (change) view.current?.dispatch(change.setMeta(GIVEN, true));
  }, [value]);

  return (
    <div className={`col-start-1 row-start-1 min-w-0 ${covered ? 'hidden' : ''}`}>
      <Toolbar state={state} view={view} />
      <div ref={host} />
      {isFull && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          There’s no room for that. A text can have up to {formatNumber(props.maxLength ?? 0)}{' '}
          characters.
        </p>
      )}
    </div>
  );
}

/**
 * The content policy blocks the styles and event handlers of pasted HTML, and the schema drops them. The browser would report
 * each while it parses, so they get names that mean nothing.
 */
function withoutHandlers(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, '<$1noscript')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\son\w+(?=\s*=)/gi, ' data-off'));
}

/** Text whose marks are only letters. */
function plainText(text: string): Node {
  const paragraphs = text.split(/(?:\r\n?|\n)+/).map((line) => {
    return schema.nodes.paragraph.create(null, line === '' ? null : schema.text(line));
  });
  return schema.nodes.doc.create(null, paragraphs);
}

/** A cell takes a line. */
function pasteIntoCell(view: EditorView, _: ClipboardEvent, { content }: Slice): boolean {
  const { $from, $to } = view.state.selection;
  const cell = schema.nodes.table_cell;
  if (!placeInTable($from) || !$from.sameParent($to) || cell.validContent(content)) return false;
  const line = content.textBetween(0, content.size, ' ', ' ').replace(/\s+/g, ' ').trim();
  view.dispatch(view.state.tr.insertText(line).scrollIntoView().setMeta('paste', true));
  return true;
}
