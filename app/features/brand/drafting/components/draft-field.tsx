import { Check } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

import { Button } from '~/ui/button';

import {
  type ComponentField,
  FIELD_GUIDES,
  isLongerThan,
  MAX_FIELD,
} from '../../components/component';
import { TextConflict } from '../../components/components/text-conflict';
import { tooLongText } from '../../texts';
import { canAccept, type FieldStatus, type Proposal } from '../review';
import type { Review } from '../use-review';
import { VoiceTraits } from './voice-traits';

interface DraftFieldProps {
  field: ComponentField;
  status: FieldStatus;
  /** What the profile says now. */
  current: string;
  /** What is proposed, as it was edited. */
  text: string;
  proposal: Proposal;
  review: Review;
  /** What somebody else wrote at the same time. */
  conflict: string | undefined;
  onAccept: () => void;
  onUndo: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** One field: what there is, what is proposed, and the choice between them. */
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

  // The buttons of a choice are gone once it is made; what can be done next takes their place.
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
