import {
  Bold,
  Code,
  Heading1,
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
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { isComposing } from '~/ui/keyboard';

import { link, linkAt, type Tool, TOOLS, toolsAt } from './editing';
import { typedAddress } from './schema';

const ICONS: Readonly<Record<keyof typeof TOOLS, LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  heading1: Heading1,
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
  ...(['bold', 'italic', 'strike', 'code', 'heading1', 'heading2', 'heading3'] as const),
  ...(['bullets', 'numbers', 'quote', 'codeBlock', 'table', 'undo', 'redo'] as const),
];

const TOOL =
  'inline-flex h-8 min-w-8 shrink-0 items-center justify-center rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-text aria-expanded:bg-accent-soft aria-expanded:text-text aria-disabled:opacity-40 aria-disabled:hover:bg-transparent touch:h-11 touch:min-w-11';

interface ToolbarProps {
  state: EditorState;
  view: RefObject<EditorView>;
}

/** The tools of the editor. The arrow keys go from one to the next. */
export function Toolbar({ state, view }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const [linking, setLinking] = useState(false);
  const more = toolsAt(state);

  function run({ run: command }: Pick<Tool, 'run'>) {
    const shown = view.current;
    if (!shown) return;
    command(shown.state, shown.dispatch, shown);
    shown.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape') return view.current?.focus();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = {
      ArrowRight: (at + 1) % buttons.length,
      ArrowLeft: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  }

  const linkPlace = NAMES.length;
  // The tools of a table are gone outside of it.
  const focusable = Math.min(current, linkPlace + more.length);
  const placed = (place: number) => ({
    tabIndex: place === focusable ? 0 : -1,
    onFocus: () => setCurrent(place),
    className: TOOL,
  });
  return (
    <div className="sticky top-14 z-10 rounded-t-md border border-border-strong bg-raised">
      <div
        role="toolbar"
        aria-label="Formatting"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        // The selection, and on phones the keyboard, stay as they are.
        onMouseDown={(event) => event.preventDefault()}
        className="flex gap-0.5 overflow-x-auto p-1 outline-none sm:flex-wrap"
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
              aria-disabled={!tool.run(state) || undefined}
              onClick={() => run(tool)}
              {...placed(index)}
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
          aria-pressed={linking ? undefined : linkAt(state) !== null}
          onClick={() => setLinking(!linking)}
          {...placed(linkPlace)}
        >
          <Link className="size-4" aria-hidden="true" />
        </button>
        {more.map((tool, index) => (
          <button
            key={tool.label}
            type="button"
            aria-disabled={!tool.run(state) || undefined}
            onClick={() => run(tool)}
            {...placed(linkPlace + 1 + index)}
          >
            <span className="px-2 whitespace-nowrap">{tool.label}</span>
          </button>
        ))}
      </div>
      {linking && (
        <LinkField
          address={linkAt(state)?.href ?? ''}
          onLink={(address) => {
            setLinking(false);
            run({ run: link(address) });
          }}
          onClose={() => {
            setLinking(false);
            view.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface LinkFieldProps {
  /** Of the link that is there; empty without one. */
  address: string;
  /** Null removes the link. */
  onLink: (address: string | null) => void;
  onClose: () => void;
}

/** Not a form: the editor is in one. */
function LinkField({ address, onLink, onClose }: LinkFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(address);
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => field.current?.select(), []);

  function save() {
    const checked = typedAddress(typed);
    if (checked !== null) return onLink(checked);
    setIsWrong(true);
    field.current?.focus();
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-2 py-2 text-sm">
      <label htmlFor={id}>Address</label>
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="example.com"
        value={typed}
        maxLength={2_000}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsWrong(false);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          if (event.key === 'Enter') save();
          else onClose();
        }}
        className="h-9 min-w-40 flex-1 rounded-md border border-border-strong bg-field px-3 -outline-offset-1 placeholder:text-muted hover:border-text/60 focus:border-ring aria-invalid:border-danger touch:h-11"
      />
      <Button variant="secondary" size="sm" onClick={save}>
        {address === '' ? 'Add link' : 'Change link'}
      </Button>
      {address !== '' && (
        <Button variant="ghost" size="sm" onClick={() => onLink(null)}>
          Remove link
        </Button>
      )}
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="w-full text-danger">
          Enter a web or email address.
        </p>
      )}
    </div>
  );
}
