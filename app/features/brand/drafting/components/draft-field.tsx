import { useId } from 'react';

import { Check } from '~/ui/display/shared-icons';
import { GrowingArea } from '~/ui/forms/growing-area';

import { FIELD_GUIDES, tooLongText } from '../../components/component';
import { TextConflict } from '../../components/components/component-text';
import {
  type FieldStatus,
  isTaken,
  isTooLong,
  type Proposal,
  replaces,
  type ReviewedField,
  type ReviewNotes,
} from '../review';
import type { Review } from '../use-draft';
import type { CheckedTrait } from '../voice';

interface DraftFieldProps {
  reviewed: ReviewedField;
  proposal: Proposal;
  review: Review;
  /** What someone else wrote at the same time. */
  conflict: string | undefined;
  keepMine: () => void;
  takeTheirs: () => void;
}

const TEXT =
  'block w-full rounded-md border px-3 py-2 text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap';

/** One field of the document: whether it's saved, and its text, edited in place. */
export function DraftField({
  reviewed,
  proposal,
  review,
  conflict,
  keepMine,
  takeTheirs,
}: DraftFieldProps) {
  const id = useId();
  const { field, status, current, text } = reviewed;
  const { label } = FIELD_GUIDES[field];
  const hasDraft = status === 'open' || status === 'saved' || status === 'kept';
  const tooLong = isTooLong(reviewed);
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="space-y-2 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label
          className={`flex min-h-8 items-center gap-3 touch:min-h-11 ${hasDraft ? 'cursor-pointer' : ''}`}
        >
          <input
            type="checkbox"
            checked={status === 'open' || status === 'saved'}
            disabled={!hasDraft}
            aria-label={`Include ${label}`}
            onChange={({ target }) => review.include([field], target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          <h3 id={`${id}-label`} className="font-medium">
            {label}
          </h3>
        </label>
        <Badge status={status} replaces={replaces(reviewed)} />
      </div>
      {hasDraft && (
        <GrowingArea
          aria-label={label}
          value={text}
          rows={2}
          disabled={status === 'kept'}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? `${id}-error` : undefined}
          onChange={({ target }) => review.edit(field, target.value)}
          className={`${TEXT} max-h-[60dvh] min-h-11 resize-none border-transparent bg-transparent -outline-offset-1 transition-colors hover:border-border-strong focus:border-ring focus:bg-field disabled:border-transparent disabled:opacity-60 aria-invalid:border-danger`}
        />
      )}
      {status === 'writing' && <p className={`${TEXT} border-transparent`}>{text}</p>}
      {tooLong && (
        <p id={`${id}-error`} role="alert" className="px-3 text-sm text-danger">
          {tooLongText(label, field)}
        </p>
      )}
      {field === 'brandVoice' && (hasDraft || status === 'writing') && (
        <VoiceTraits
          traits={proposal.traits}
          sampled={proposal.sampled}
          notes={review.notes}
          disabled={status === 'writing' || status === 'kept'}
          onToggle={review.toggle}
        />
      )}
      {current.trim() !== '' && status !== 'saved' && (
        <details className="px-3 text-sm text-muted">
          <summary className="disclosure rounded-sm hover:text-text">In your profile now</summary>
          <p className="mt-1 max-h-60 overflow-y-auto border-l-2 pl-3 wrap-anywhere whitespace-pre-wrap">
            {current}
          </p>
        </details>
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
    </div>
  );
}

const BADGES: Record<FieldStatus, string> = {
  waiting: 'Waiting…',
  writing: 'Writing…',
  none: 'Nothing found',
  open: '',
  saved: 'In your profile',
  kept: 'Left out',
};

function Badge({ status, replaces }: { status: FieldStatus; replaces: boolean }) {
  if (status === 'saved') {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-success">
        <Check className="size-4" aria-hidden="true" />
        {BADGES.saved}
      </span>
    );
  }
  return (
    <span className="text-sm text-muted">{replaces ? 'Replaces your text' : BADGES[status]}</span>
  );
}

/** The traits of a drafted voice, each with its quote, to include or leave out. */
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
    <fieldset className="px-3" disabled={disabled}>
      <legend className="text-sm text-muted">Traits and where we found them</legend>
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
  if (quote === '') return 'No quote given';
  return sampled ? 'Not found in your samples' : 'Not found in your text';
}
