import { useId, useRef, useSyncExternalStore } from 'react';

import { tooLongText } from '../../texts';
import {
  type ComponentKind,
  type ComponentText as Text,
  FIELD_GUIDES,
  mostOf,
  textLabel,
} from '../component';
import { TextConflict } from './text-conflict';

interface ComponentTextProps {
  kind: ComponentKind;
  text: Text;
  value: string;
  tooLong: boolean;
  /** What somebody else wrote at the same time. */
  conflict: string | undefined;
  onWrite: (value: string) => void;
  onLeave: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

const FIELD =
  'block w-full rounded-md border border-border-strong bg-field px-3 py-2.5 text-[0.9375rem] leading-relaxed -outline-offset-1 transition-colors placeholder:text-muted hover:border-text/60 focus:border-ring aria-invalid:border-danger';

const never = () => () => {};

/** One text with what it is for, and an example beside it. */
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
  // What is typed before the page is alive would be lost.
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
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
  // Buttons of the choice are gone once it is made.
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
          {guide?.explanation ?? 'To find it by when another profile uses it too.'}
        </p>
        {guide ? (
          <textarea
            {...props}
            rows={4}
            className={`${FIELD} field-sizing-content max-h-[60dvh] min-h-28`}
          />
        ) : (
          <input {...props} autoComplete="off" className={`${FIELD} h-11`} />
        )}
        {tooLong && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
            {tooLongText(label, mostOf(text))}
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
