import { useEffect, useId, useRef } from 'react';

import { Button } from '~/ui/button';
import { Check } from '~/ui/display/shared-icons';

import {
  type ComponentField,
  FIELD_GUIDES,
  isLongerThan,
  MAX_FIELD,
} from '../../components/component';
import { TextConflict } from '../../components/components/component-text';
import { tooLongText } from '../../texts';
import { canAccept, type FieldStatus, isTaken, type Proposal, type ReviewNotes } from '../review';
import type { Review } from '../use-draft';
import type { CheckedTrait } from '../voice';

interface DraftFieldProps {
  field: ComponentField;
  status: FieldStatus;
  /** What the profile says now. */
  current: string;
  /** The proposal, including the user's edits. */
  text: string;
  proposal: Proposal;
  review: Review;
  /** What someone else wrote at the same time. */
  conflict: string | undefined;
  onAccept: () => void;
  onUndo: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** One field: the current text, the proposal, and the choice between them. */
export function DraftField({
  field,
  status,
  current,
  text,
  proposal,
  review,
  conflict,
  onAccept,
  onUndo,
  keepMine,
  takeTheirs,
}: DraftFieldProps) {
  const id = useId();
  const label = FIELD_GUIDES[field].label;
  const actions = useRef<HTMLDivElement>(null);
  const decided = useRef(false);
  const isOpen = status === 'open';
  const tooLong = isLongerThan(text, MAX_FIELD);
  const before = review.notes.before[field];

  // The buttons disappear once the choice is made, so the focus moves to the next action.
  useEffect(() => {
    if (decided.current) actions.current?.querySelector('button')?.focus();
    decided.current = false;
  }, [status]);
  const decide = (choose: () => void) => () => {
    decided.current = true;
    choose();
  };

  return (
    <div role="group" aria-labelledby={`${id}-label`} className="rounded-xl border bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={`${id}-label`} className="font-medium">
          {label}
        </h3>
        <Badge status={status} />
      </div>
      <div
        className={`grid gap-4 not-empty:mt-3 ${isOpen || status === 'writing' ? 'sm:grid-cols-2' : ''}`}
      >
        {(current.trim() !== '' || !['none', 'waiting'].includes(status)) && (
          <Box
            label={status === 'accepted' ? 'In the profile' : 'Now in the profile'}
            text={current}
          />
        )}
        {status === 'writing' && <Box label="Proposed" text={text} />}
        {isOpen && (
          <div className="min-w-0">
            <label htmlFor={id} className="mb-1 block text-sm text-muted">
              Proposed<span className="sr-only"> for {label}</span>
            </label>
            <textarea
              id={id}
              value={text}
              rows={3}
              aria-invalid={tooLong || undefined}
              aria-describedby={tooLong ? `${id}-error` : undefined}
              onChange={({ target }) => review.edit(field, target.value)}
              className="block field-sizing-content max-h-[60dvh] min-h-20 w-full rounded-md border border-border-strong bg-field px-3 py-2 text-[0.9375rem] leading-relaxed -outline-offset-1 transition-colors hover:border-text/60 focus:border-ring aria-invalid:border-danger"
            />
            {tooLong && (
              <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
                {tooLongText(label, MAX_FIELD)}
              </p>
            )}
          </div>
        )}
      </div>
      {field === 'brandVoice' && (isOpen || status === 'writing') && (
        <VoiceTraits
          traits={proposal.traits}
          sampled={proposal.sampled}
          notes={review.notes}
          disabled={!isOpen}
          onToggle={review.toggle}
        />
      )}
      {conflict !== undefined && (
        <TextConflict
          id={`${id}-conflict`}
          label={label}
          theirs={conflict}
          keepMine={keepMine}
          takeTheirs={takeTheirs}
        />
      )}
      <div ref={actions} className="flex flex-wrap gap-2 not-empty:mt-3">
        {isOpen && (
          <>
            <Button size="sm" disabled={!canAccept(text)} onClick={decide(onAccept)}>
              Accept<span className="sr-only"> {label}</span>
            </Button>
            <Button variant="secondary" size="sm" onClick={decide(() => review.keep(field))}>
              {current.trim() === '' ? 'Leave empty' : 'Keep mine'}
              <span className="sr-only"> for {label}</span>
            </Button>
          </>
        )}
        {status === 'accepted' && before !== undefined && before !== current && (
          <Button variant="secondary" size="sm" onClick={decide(onUndo)}>
            Undo<span className="sr-only"> {label}</span>
          </Button>
        )}
        {status === 'kept' && (
          <Button variant="secondary" size="sm" onClick={decide(() => review.reopen(field))}>
            Show the proposal<span className="sr-only"> for {label}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

function Box({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm text-muted">{label}</p>
      <div className="max-h-[60dvh] min-h-10 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {text.trim() === '' ? <span className="text-muted">Nothing yet.</span> : text}
      </div>
    </div>
  );
}

const BADGES: Record<FieldStatus, string> = {
  waiting: 'Not there yet',
  writing: 'Being written…',
  none: 'Nothing proposed',
  open: '',
  accepted: 'Accepted',
  kept: 'Left as it is',
};

function Badge({ status }: { status: FieldStatus }) {
  if (status === 'accepted') {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-success">
        <Check className="size-4" aria-hidden="true" />
        {BADGES[status]}
      </span>
    );
  }
  return <span className="text-sm text-muted">{BADGES[status]}</span>;
}

/** The traits of a proposed voice, each with its quote, to include or leave out. */
function VoiceTraits({
  traits,
  sampled,
  notes,
  disabled,
  onToggle,
}: {
  traits: readonly CheckedTrait[];
  /** Whether there were samples: then quotes must come from them. */
  sampled: boolean;
  notes: ReviewNotes;
  disabled: boolean;
  onToggle: (trait: CheckedTrait, taken: boolean) => void;
}) {
  if (traits.length === 0) return null;
  return (
    <fieldset className="mt-4" disabled={disabled}>
      <legend className="text-sm text-muted">Traits, and where they were seen</legend>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {traits.map((trait) => (
          <li key={`${trait.trait} ${trait.quote}`}>
            <label className="flex h-full min-h-11 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2.5 hover:bg-hover">
              <input
                type="checkbox"
                checked={isTaken(trait, notes)}
                onChange={({ target }) => onToggle(trait, target.checked)}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 text-sm wrap-anywhere">
                <span className="font-medium">{trait.trait}</span>
                {trait.quote !== '' && <q className="mt-0.5 block text-muted">{trait.quote}</q>}
                <span
                  className={`mt-1 block ${trait.source === null ? 'text-danger' : 'text-muted'}`}
                >
                  {sourceText(trait, sampled)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function sourceText({ source, quote }: CheckedTrait, sampled: boolean): string {
  if (source !== null) return source;
  if (quote === '') return 'No quote was given for it';
  return sampled ? 'Not found in your samples' : 'Not found in the text about the business';
}
