import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { ArrowUp, X } from '~/ui/display/shared-icons';
import type { Box } from '~/ui/forms/text-selection';
import { isComposing } from '~/ui/keyboard';
import { FloatingBar } from '~/ui/overlays/floating-bar';
import { Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';

import { LANGUAGES, MAX_NOTE, MAX_WORD, type RewriteAction, TONES } from '../rewrite';
import { rewriteTexts } from '../texts';

export interface Wanted {
  action: RewriteAction;
  /** The tone or the language. */
  word?: string;
  note?: string;
}

interface RewriteToolbarProps {
  /** Where the selection is. Independent of the editor, like all of this. */
  boxOf: () => Box | null;
  /** Why nothing can be done with it. */
  problem: string | null;
  onAct: (wanted: Wanted) => void;
  /** Escape: the focus goes back to the selection. */
  onClose: () => void;
}

const TOOL = `${buttonClass({ variant: 'ghost', size: 'sm' })} px-2.5! text-text! [[data-docked]_&]:h-11`;
const PLAIN: { action: RewriteAction; label: string }[] = [
  { action: 'rewrite', label: 'Rewrite' },
  { action: 'shorten', label: 'Shorten' },
  { action: 'lengthen', label: 'Lengthen' },
];
const CHOOSING: {
  action: 'tone' | 'translate';
  label: string;
  words: readonly string[];
  other: string;
}[] = [
  { action: 'tone', label: 'Tone', words: TONES, other: 'Another tone' },
  { action: 'translate', label: 'Translate', words: LANGUAGES, other: 'Another language' },
];

type Asked = 'tone' | 'translate' | 'instruct';

const QUESTIONS: Record<
  Asked,
  { label: string; placeholder: string; max: number; missing: string }
> = {
  tone: {
    label: 'Which tone?',
    placeholder: 'In your own words, like “dry humor”',
    max: MAX_WORD,
    missing: rewriteTexts.toneMissing,
  },
  translate: {
    label: 'Which language?',
    placeholder: 'Like “Brazilian Portuguese”',
    max: MAX_WORD,
    missing: rewriteTexts.languageMissing,
  },
  instruct: {
    label: 'What should change?',
    placeholder: 'Like “mention that we open at seven”',
    max: MAX_NOTE,
    missing: rewriteTexts.instructionMissing,
  },
};

/** What can be done with what is selected, beside it. The arrow keys go from one to the next. */
export function RewriteToolbar({ boxOf, problem, onAct, onClose }: RewriteToolbarProps) {
  const [asked, setAsked] = useState<Asked | null>(null);

  return (
    <FloatingBar boxOf={boxOf}>
      <div
        role="toolbar"
        aria-label="Selected text"
        tabIndex={-1}
        // The selection, and on phones the keyboard, stay as they are.
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
        }}
        onKeyDown={(event) => {
          // An open menu has used the key already.
          if (event.defaultPrevented || isComposing(event)) return;
          if (event.key === 'Escape') onClose();
          else if (event.key === 'ArrowRight' && asked === null) move(event.currentTarget, 1);
          else if (event.key === 'ArrowLeft' && asked === null) move(event.currentTarget, -1);
          else return;
          event.preventDefault();
        }}
        className="p-1 outline-none [[data-docked]>&]:p-2"
      >
        {problem !== null ? (
          <p role="alert" className="px-2.5 py-1.5 text-sm">
            {problem}
          </p>
        ) : asked === null ? (
          <div className="flex items-center gap-0.5 [[data-docked]>*>&]:grid [[data-docked]>*>&]:grid-cols-3 [[data-docked]>*>&]:gap-1">
            {PLAIN.map(({ action, label }) => (
              <button key={action} type="button" onClick={() => onAct({ action })} className={TOOL}>
                {label}
              </button>
            ))}
            {CHOOSING.map(({ action, label, words, other }) => {
              const entries: MenuEntry[] = [
                ...words.map((word) => ({
                  kind: 'action' as const,
                  label: word,
                  onSelect: () => onAct({ action, word }),
                })),
                { kind: 'separator' },
                { kind: 'action', label: `${other}…`, onSelect: () => setAsked(action) },
              ];
              return (
                <Menu
                  key={action}
                  label={label}
                  align="start"
                  className={`${TOOL} w-full`}
                  entries={entries}
                >
                  {label}
                  <ChevronDown className="size-3.5" aria-hidden="true" />
                </Menu>
              );
            })}
            <button type="button" onClick={() => setAsked('instruct')} className={TOOL}>
              Tell it how…
            </button>
          </div>
        ) : (
          <Question
            {...QUESTIONS[asked]}
            onAnswer={(answer) =>
              onAct(
                asked === 'instruct'
                  ? { action: asked, note: answer }
                  : { action: asked, word: answer },
              )
            }
            onCancel={onClose}
          />
        )}
      </div>
    </FloatingBar>
  );
}

/** To the next button, around the end. */
function move(toolbar: HTMLElement, step: 1 | -1): void {
  const buttons = [...toolbar.querySelectorAll<HTMLButtonElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at !== -1) buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

interface QuestionProps {
  label: string;
  placeholder: string;
  max: number;
  missing: string;
  onAnswer: (answer: string) => void;
  onCancel: () => void;
}

/** One line in the person's own words. */
function Question({ label, placeholder, max, missing, onAnswer, onCancel }: QuestionProps) {
  const id = useId();
  const [answer, setAnswer] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  function submit() {
    if (answer.trim() !== '') return onAnswer(answer.trim());
    setIsMissing(true);
    field.current?.focus();
  }

  return (
    <div>
      <div className="flex items-center gap-1">
        <input
          ref={field}
          aria-label={label}
          placeholder={placeholder}
          value={answer}
          maxLength={max}
          autoComplete="off"
          enterKeyHint="go"
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          onChange={(event) => {
            setAnswer(event.target.value);
            setIsMissing(false);
          }}
          onKeyDown={(event) => {
            // The editor is in forms of others, and a form in a form is none: Enter must not send theirs.
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            submit();
          }}
          className="h-9 w-80 min-w-0 flex-1 rounded-md bg-transparent px-2.5 text-sm -outline-offset-2 placeholder:text-muted touch:h-11"
        />
        <Button size="icon" aria-label="Rewrite" title="Rewrite" onClick={submit}>
          <ArrowUp className="size-4" aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Cancel" title="Cancel" onClick={onCancel}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
      {isMissing && (
        <p id={id} role="alert" className="px-2.5 pt-0.5 pb-1 text-sm text-danger">
          {missing}
        </p>
      )}
    </div>
  );
}
