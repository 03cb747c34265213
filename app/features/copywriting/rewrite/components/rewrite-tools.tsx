import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { buttonClass } from '~/ui/button';
import { Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';

import { LANGUAGES, type RewriteAction, TONES } from '../rewrite';

interface RewriteToolsProps {
  /** Nothing is selected. */
  idle: boolean;
  /** `word` is the tone or language; null: one that the person is yet to name. */
  onAct: (action: RewriteAction, word: string | null) => void;
  onEscape: () => void;
}

const TOOL = `${buttonClass({ variant: 'ghost', size: 'sm' })} px-2.5!`;
const PLAIN: { action: RewriteAction; label: string }[] = [
  { action: 'rewrite', label: 'Rewrite' },
  { action: 'shorten', label: 'Shorten' },
  { action: 'lengthen', label: 'Lengthen' },
];
const CHOOSING: {
  action: RewriteAction;
  label: string;
  words: readonly string[];
  other: string;
}[] = [
  { action: 'tone', label: 'Tone', words: TONES, other: 'Another tone' },
  { action: 'translate', label: 'Translate', words: LANGUAGES, other: 'Another language' },
];

/** What can be done with what is selected. The arrow keys go from one to the next. */
export function RewriteTools({ idle, onAct, onEscape }: RewriteToolsProps) {
  const row = useRef<HTMLDivElement>(null);

  function move(step: 1 | -1) {
    const buttons = [...(row.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (at !== -1) buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    <div
      ref={row}
      role="toolbar"
      aria-label="Selected text"
      tabIndex={-1}
      // The selection, and on phones the keyboard, stay as they are.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        else if (event.key === 'ArrowLeft') move(-1);
        else if (event.key === 'Escape') onEscape();
        else return;
        event.preventDefault();
      }}
      className="flex min-w-0 flex-wrap items-center gap-0.5 p-0.5"
    >
      {PLAIN.map(({ action, label }) => (
        <button
          key={action}
          type="button"
          disabled={idle}
          onClick={() => onAct(action, '')}
          className={TOOL}
        >
          {label}
        </button>
      ))}
      {CHOOSING.map(({ action, label, words, other }) => {
        const entries: MenuEntry[] = [
          ...words.map((word) => ({
            kind: 'action' as const,
            label: word,
            onSelect: () => onAct(action, word),
          })),
          { kind: 'separator' },
          { kind: 'action', label: `${other}…`, onSelect: () => onAct(action, null) },
        ];
        return idle ? (
          <button key={action} type="button" disabled aria-label={label} className={TOOL}>
            <WithArrow>{label}</WithArrow>
          </button>
        ) : (
          <Menu key={action} label={label} align="start" className={TOOL} entries={entries}>
            <WithArrow>{label}</WithArrow>
          </Menu>
        );
      })}
    </div>
  );
}

function WithArrow({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ChevronDown className="size-3.5" aria-hidden="true" />
    </>
  );
}
