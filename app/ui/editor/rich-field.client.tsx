import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { Slice } from 'prosemirror-model';
import { EditorState, Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { Button } from '~/ui/button';

import { MarkdownDocument } from './document';
import { link, plugins, type Tool, TOOLS } from './editing';
import { linkAddress } from './schema';

interface RichFieldProps {
  label: string;
  /** Markdown. */
  value: string;
  maxLength: number;
  hint: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Ctrl+S or Cmd+S. */
  onSave: () => void;
  /** The element that shows the text, as long as it is there. */
  onRoot: (root: HTMLElement | null) => void;
}

/** Pasted HTML is cut here: the browser parses all of it before anything can be typed. */
const MAX_PASTED = 500_000;

const ICONS: Readonly<Record<keyof typeof TOOLS, LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  heading2: Heading2,
  heading3: Heading3,
  bullets: List,
  numbers: ListOrdered,
  quote: TextQuote,
  codeBlock: SquareCode,
  table: Table,
  undo: Undo2,
  redo: Redo2,
};
const NAMES: readonly (keyof typeof TOOLS)[] = [
  ...(['bold', 'italic', 'strike', 'code', 'heading2', 'heading3', 'bullets'] as const),
  ...(['numbers', 'quote', 'codeBlock', 'table', 'undo', 'redo'] as const),
];

/** A field for Markdown that shows its formatting. What isn't changed keeps every byte. */
export function RichField(props: RichFieldProps) {
  const { label, value, hint } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [markdown] = useState(() => new MarkdownDocument());
  const [state, setState] = useState(() =>
    EditorState.create({ doc: markdown.read(value), plugins: plugins() }),
  );
  /** The text as the document has it. */
  const written = useRef(value);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const [first] = useState(state);
  useEffect(() => {
    if (!host.current) return;
    const shown = new EditorView(host.current, {
      state: first,
      attributes: {
        ...{ role: 'textbox', 'aria-multiline': 'true' },
        ...{ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` },
        class:
          'prose-chat block min-h-64 w-full rounded-b-md border border-border-strong bg-field px-3 py-2.5 text-base whitespace-pre-wrap -outline-offset-1 hover:border-text/60 focus:border-ring',
      },
      clipboardTextParser: (text) => {
        const pasted = new MarkdownDocument().read(text.slice(0, latest.current.maxLength));
        return Slice.maxOpen(pasted.content);
      },
      clipboardTextSerializer: (slice) => {
        const doc = first.schema.topNodeType.createAndFill(null, slice.content);
        return doc ? markdown.write(doc).trimEnd() : slice.content.textBetween(0, slice.size, '\n');
      },
      transformPastedHTML: (html) => html.slice(0, MAX_PASTED),
      handleDOMEvents: {
        blur: () => latest.current.onBlur(),
        keydown: (_, event) => {
          const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
          if (!isSave) return false;
          event.preventDefault();
          latest.current.onSave();
          return true;
        },
      },
      dispatchTransaction(transaction) {
        const next = shown.state.apply(transaction);
        if (transaction.docChanged && transaction.getMeta(GIVEN) !== true) {
          const text = markdown.write(next.doc);
          const { maxLength, onChange } = latest.current;
          if (text.length > maxLength && text.length > written.current.length) return;
          written.current = text;
          onChange(text);
        }
        shown.updateState(next);
        setState(next);
      },
    });
    view.current = shown;
    latest.current.onRoot(shown.dom);
    return () => {
      latest.current.onRoot(null);
      shown.destroy();
      view.current = null;
    };
  }, [first, id, markdown]);

  useEffect(() => {
    const shown = view.current;
    if (!shown || value === written.current) return;
    written.current = value;
    const { doc, selection, tr } = shown.state;
    tr.replaceWith(0, doc.content.size, markdown.read(value).content);
    const place = tr.doc.resolve(Math.min(selection.from, tr.doc.content.size));
    shown.dispatch(tr.setSelection(Selection.near(place)).setMeta(GIVEN, true));
  }, [value, markdown]);

  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <Toolbar state={state} view={() => view.current} />
      <div ref={host} />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}

/** Marks a change that came from outside: it is not reported. */
const GIVEN = 'given';

const TOOL =
  'inline-flex size-8 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text aria-pressed:bg-sunken aria-pressed:text-text aria-disabled:opacity-40 touch:size-11';

function Toolbar({ state, view }: { state: EditorState; view: () => EditorView | null }) {
  const [current, setCurrent] = useState(0);
  const [linking, setLinking] = useState(false);

  function run({ run: command }: Tool) {
    const shown = view();
    if (!shown) return;
    command(shown.state, shown.dispatch, shown);
    shown.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll('button');
    const next = (current + step + buttons.length) % buttons.length;
    setCurrent(next);
    buttons[next]?.focus();
  }

  const tabIndexOf = (index: number) => (index === current ? 0 : -1);
  return (
    <div className="rounded-t-md border border-b-0 border-border-strong bg-raised">
      <div
        role="toolbar"
        aria-label="Formatting"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        // The selection, and on phones the keyboard, stay as they are.
        onMouseDown={(event) => event.preventDefault()}
        className="flex flex-wrap gap-0.5 p-1 outline-none"
      >
        {NAMES.map((name, index) => {
          const tool: Tool = TOOLS[name];
          const Icon = ICONS[name];
          return (
            <button
              key={name}
              type="button"
              aria-label={tool.label}
              title={tool.label}
              aria-pressed={tool.isActive?.(state)}
              aria-disabled={!tool.run(state)}
              tabIndex={tabIndexOf(index)}
              onFocus={() => setCurrent(index)}
              onClick={() => run(tool)}
              className={TOOL}
            >
              <Icon className="size-4" aria-hidden="true" />
            </button>
          );
        })}
        <button
          type="button"
          aria-label="Link"
          title="Link"
          aria-expanded={linking}
          tabIndex={tabIndexOf(NAMES.length)}
          onFocus={() => setCurrent(NAMES.length)}
          onClick={() => setLinking(!linking)}
          className={TOOL}
        >
          <Link className="size-4" aria-hidden="true" />
        </button>
      </div>
      {linking && (
        <LinkField
          onLink={(address) => {
            setLinking(false);
            run({ label: 'Link', run: link(address) });
          }}
          onClose={() => {
            setLinking(false);
            view()?.focus();
          }}
        />
      )}
    </div>
  );
}

interface LinkFieldProps {
  onLink: (address: string) => void;
  onClose: () => void;
}

/** Not a form: the editor is in one. */
function LinkField({ onLink, onClose }: LinkFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => field.current?.focus(), []);

  function add() {
    const text = typed.trim();
    const address = linkAddress(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
    if (text === '' || address === null) return setIsWrong(true);
    onLink(address);
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-t p-2 text-sm">
      <label htmlFor={id}>Address</label>
      <input
        ref={field}
        id={id}
        type="url"
        value={typed}
        maxLength={2_000}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          if (event.key === 'Enter') add();
          else onClose();
        }}
        className="h-9 min-w-0 flex-1 rounded-md border border-border-strong bg-field px-3 touch:h-11"
      />
      <Button variant="secondary" size="sm" onClick={add}>
        Add link
      </Button>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="w-full text-danger">
          Enter a web or email address.
        </p>
      )}
    </div>
  );
}
