import { useId } from 'react';

import { type ComponentField, FIELD_GUIDES, isTextTooLong, tooLongText } from '~/features/brand';
import { Skeleton } from '~/ui/feedback/skeleton';
import { GrowingArea } from '~/ui/forms/growing-area';

export type CardField = ComponentField;

interface BrandFieldProps {
  field: CardField;
  label: string;
  /** `waiting`: may still arrive. `writing`: is arriving. */
  state: 'waiting' | 'writing' | 'open';
  text: string;
  onEdit: (field: CardField, text: string) => void;
}

const TEXT =
  'block w-full rounded-md border px-3 py-2 text-base leading-relaxed wrap-anywhere whitespace-pre-wrap';

/** One field of the card: a place for it, the text as it arrives, and then the text to edit. */
export function BrandField({ field, label, state, text, onEdit }: BrandFieldProps) {
  const id = useId();
  const tooLong = isTextTooLong(field, text);
  return (
    <div className="py-5">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <div className="-mx-3 mt-1">
        {state === 'waiting' ? (
          <div className="space-y-2.5 px-3 py-2.5">
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        ) : state === 'writing' ? (
          <p className={`${TEXT} border-transparent`}>{text}</p>
        ) : (
          <GrowingArea
            id={id}
            value={text}
            rows={2}
            placeholder={`For example: ${FIELD_GUIDES[field].example}`}
            aria-invalid={tooLong || undefined}
            aria-describedby={tooLong ? `${id}-error` : undefined}
            onChange={({ target }) => onEdit(field, target.value)}
            className={`${TEXT} max-h-[50dvh] min-h-11 resize-none bg-transparent -outline-offset-1 transition-colors placeholder:text-muted hover:border-border-strong focus:border-ring focus:bg-field aria-invalid:border-danger ${text === '' ? 'border-border' : 'border-transparent'}`}
          />
        )}
      </div>
      {tooLong && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {tooLongText(label, field)}
        </p>
      )}
    </div>
  );
}
