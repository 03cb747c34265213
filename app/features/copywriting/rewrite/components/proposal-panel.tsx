import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { RefusedNote } from '~/features/billing';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { DifferenceText } from '~/ui/display/difference-text';
import { Field } from '~/ui/forms/field';
import { Check } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { COPY_TEXTS } from '~/ui/texts';

import { MAX_NOTE, MAX_WORD, type RewriteAction, titleOf } from '../rewrite';
import { rewriteTexts } from '../texts';
import type { Proposal } from '../use-proposal';

interface ProposalPanelProps {
  proposal: Proposal;
  /** Why it could not be accepted. */
  problem: string | null;
  onAccept: () => void;
  onRegenerate: (note: string) => void;
  onStop: () => void;
  onDiscard: () => void;
}

/** Another wording as it comes, then what it changes, and what can be done with it. Mount one for each attempt (`key`). */
export function ProposalPanel(props: ProposalPanelProps) {
  const { proposal, problem, onAccept, onRegenerate, onStop, onDiscard } = props;
  const { choice, state, running, text, reason, refused } = proposal;
  const [note, setNote] = useState(choice.note);
  // Of a translation everything differs.
  const [plain, setPlain] = useState(choice.action === 'translate');
  const panel = useRef<HTMLElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const { selection } = choice;

  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // The focus moves only for those who wait here, not for those who write elsewhere.
    const focused = document.activeElement;
    const here = focused === document.body || panel.current?.contains(focused);
    if (!running && here) first.current?.focus({ preventScroll: true });
  }, [running]);

  return (
    <Frame label="Rewrite" panel={panel} onEscape={onDiscard}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-3">
        <h3 className="min-w-0 truncate font-medium">{titleOf(choice)}</h3>
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
          {running && <SpinnerIcon />}
          {running && (text === '' ? 'Starting…' : 'Writing…')}
          {state === 'done' && (
            <>
              <Check className="size-4 text-success" aria-hidden="true" /> Ready
            </>
          )}
          {state === 'stopped' && rewriteTexts.stopped}
        </p>
      </div>
      {refused !== null && (
        <div className="px-4 pt-2">
          <RefusedNote
            refused={
              refused.tokens
                ? refused
                : { ...refused, text: `${refused.text} Your text hasn’t changed.` }
            }
          />
        </div>
      )}
      {(state === 'failed' || state === 'interrupted') && (
        <p role="alert" className="px-4 pt-1 text-sm text-danger">
          {state === 'failed' && `${rewriteTexts.failed} ${reason ? sentence(reason) : ''}`}
          {state === 'interrupted' && rewriteTexts.interrupted} Your text hasn’t changed.
        </p>
      )}
      {text !== '' && (
        <div
          role="group"
          aria-label={running || plain ? 'New text' : 'Changes'}
          // It scrolls, so the keyboard must get to it.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mx-4 mt-2 max-h-[min(40dvh,22rem)] overflow-y-auto rounded-md border bg-surface px-3 py-2 text-[0.9375rem] leading-7 wrap-anywhere whitespace-pre-wrap"
        >
          {running || plain ? text.trim() : <DifferenceText before={selection.text} after={text} />}
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="px-4 pt-2 text-sm text-danger">
          {problem}
        </p>
      )}
      {running ? (
        <div className="flex flex-wrap gap-2 px-4 pt-3 pb-4">
          <Button variant="secondary" size="sm" onClick={onStop}>
            Stop
          </Button>
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-4">
          {text !== '' && (
            <Button ref={first} size="sm" onClick={onAccept}>
              {state === 'done' ? 'Accept' : 'Accept partial text'}
            </Button>
          )}
          <Button
            ref={text === '' ? first : undefined}
            variant="secondary"
            size="sm"
            onClick={() => onRegenerate(note)}
          >
            Try again
          </Button>
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard
          </Button>
          {text !== '' && (
            <span className="ml-auto flex items-center gap-1">
              <Button variant="ghost" size="sm" onClick={() => setPlain(!plain)}>
                {plain ? 'Show changes' : 'Show new text'}
              </Button>
              <CopyButton
                label="Copy rewrite"
                text={() => text.trim()}
                copied={rewriteTexts.copied}
                failed={COPY_TEXTS.copyFailed}
              />
            </span>
          )}
          <input
            aria-label="What should change?"
            placeholder="What should change? (optional)"
            value={note}
            maxLength={MAX_NOTE}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => onEnter(event, () => onRegenerate(note))}
            className="block h-9 w-full rounded-md border border-border-strong bg-field px-3 text-sm -outline-offset-1 placeholder:text-muted hover:border-text/60 focus:border-ring touch:h-11"
          />
        </div>
      )}
    </Frame>
  );
}

/** Asks for a tone or a language that is not among those that are offered. */
export function WordForm({
  action,
  onName,
  onCancel,
}: {
  action: RewriteAction;
  onName: (word: string) => void;
  onCancel: () => void;
}) {
  const [word, setWord] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const tone = action === 'tone';

  function submit() {
    if (word.trim() !== '') return onName(word.trim());
    setMissing(true);
    field.current?.focus();
  }

  return (
    <Frame label={tone ? 'Another tone' : 'Another language'} onEscape={onCancel}>
      <div className="space-y-3 p-4">
        <Field
          ref={field}
          label={tone ? 'Which tone?' : 'Which language?'}
          hint={
            tone ? 'In your own words, like “dry humor.”' : 'For example, “Brazilian Portuguese.”'
          }
          value={word}
          maxLength={MAX_WORD}
          autoComplete="off"
          errors={
            missing && word.trim() === ''
              ? [tone ? rewriteTexts.toneMissing : rewriteTexts.languageMissing]
              : undefined
          }
          onChange={(event) => setWord(event.target.value)}
          onKeyDown={(event) => onEnter(event, submit)}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={submit}>
            {tone ? 'Change tone' : 'Translate'}
          </Button>
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </Frame>
  );
}

/** The editor stands in forms of others, and a form in a form is none: Enter must not send theirs. */
function onEnter(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
}

/** Stays in sight below a long text. */
function Frame({
  label,
  panel,
  onEscape,
  children,
}: {
  label: string;
  panel?: React.RefObject<HTMLElement>;
  onEscape: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    // Escape leaves it, wherever in it the focus is.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEscape();
      }}
      className="sticky bottom-3 z-10 mt-3 animate-rise-in rounded-xl border bg-raised shadow-overlay outline-none"
    >
      <h2 id={id} className="sr-only">
        {label}
      </h2>
      {children}
    </section>
  );
}

/** A reason of the provider's gateway, which begins small and has no full stop. */
function sentence(reason: string): string {
  const text = reason.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
