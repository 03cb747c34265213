import { useId, useRef } from 'react';

import { Button } from '~/ui/button';
import { GrowingArea } from '~/ui/forms/growing-area';
import { useHydrated } from '~/ui/use-hydrated';

import {
  type ComponentKind,
  type ComponentText as Text,
  FIELD_GUIDES,
  textLabel,
  tooLongText,
} from '../component';

interface ComponentTextProps {
  kind: ComponentKind;
  text: Text;
  value: string;
  tooLong: boolean;
  /** What someone else wrote at the same time. */
  conflict: string | undefined;
  onWrite: (value: string) => void;
  onLeave: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

const FIELD =
  'block w-full rounded-md border border-border-strong bg-field px-3 py-2.5 text-[0.9375rem] leading-relaxed -outline-offset-1 transition-colors placeholder:text-muted hover:border-text/60 focus:border-ring aria-invalid:border-danger';

/** A text field with its explanation and an example beside it. */
export function ComponentText({
  kind,
  text,
  value,
  tooLong,
  conflict,
  onWrite,
  onLeave,
  keepMine,
  takeTheirs,
}: ComponentTextProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const alive = useHydrated();
  const label = textLabel(kind, text);
  const guide = text === 'name' ? null : FIELD_GUIDES[text];
  const describedBy = [
    `${id}-about`,
    guide && `${id}-example`,
    tooLong && `${id}-error`,
    conflict !== undefined && `${id}-conflict`,
  ].filter((part) => typeof part === 'string');
  const props = {
    ref: field,
    id,
    value,
    readOnly: !alive,
    'aria-invalid': tooLong || conflict !== undefined || undefined,
    'aria-describedby': describedBy.join(' '),
    onChange: (event: { target: { value: string } }) => onWrite(event.target.value),
    onBlur: onLeave,
  };
  // The buttons disappear once the choice is made, so the focus returns to the field.
  const decide = (choose: () => void) => () => {
    choose();
    field.current?.focus();
  };

  return (
    <div className="grid gap-x-8 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p id={`${id}-about`} className="mt-0.5 mb-2 text-sm text-muted">
          {guide?.explanation ?? 'A label, in case you reuse this in another profile.'}
        </p>
        {guide ? (
          <GrowingArea {...props} rows={4} className={`${FIELD} max-h-[60dvh] min-h-28`} />
        ) : (
          <input {...props} autoComplete="off" className={`${FIELD} h-11`} />
        )}
        {tooLong && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
            {tooLongText(label, text)}
          </p>
        )}
        {conflict !== undefined && (
          <TextConflict
            id={`${id}-conflict`}
            label={label}
            theirs={conflict}
            keepMine={decide(keepMine)}
            takeTheirs={decide(takeTheirs)}
          />
        )}
      </div>
      {guide && (
        <p
          id={`${id}-example`}
          className="mt-2 border-l-2 border-accent/50 pl-3 text-sm leading-relaxed text-muted sm:mt-13 sm:self-start"
        >
          <span className="mb-0.5 block font-medium text-text">For example</span>
          {guide.example}
        </p>
      )}
    </div>
  );
}

/** Two people or two tabs changed the same text; the user of this tab has to choose. */
export function TextConflict({
  id,
  label,
  theirs,
  keepMine,
  takeTheirs,
}: {
  id: string;
  label: string;
  theirs: string;
  keepMine: () => void;
  takeTheirs: () => void;
}) {
  return (
    <div
      id={id}
      role="alert"
      className="mt-2 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm"
    >
      <p className="font-medium text-danger">
        This was also changed in another tab. Your version above isn’t saved yet.
      </p>
      <p className="mt-3 text-muted">The other tab says:</p>
      <blockquote className="mt-1 max-h-60 overflow-y-auto rounded-md border bg-surface px-3 py-2 wrap-anywhere whitespace-pre-wrap">
        {theirs === '' ? <em className="text-muted">Nothing. It was cleared.</em> : theirs}
      </blockquote>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={keepMine}>
          Keep mine<span className="sr-only"> for {label}</span>
        </Button>
        <Button variant="secondary" size="sm" onClick={takeTheirs}>
          Use the other version<span className="sr-only"> for {label}</span>
        </Button>
      </div>
    </div>
  );
}
