import { useEffect, useRef } from 'react';

import { useFit } from '~/ui/forms/growing-area';
import { FieldSurface, type TextSurface } from '~/ui/forms/text-selection';

import { FieldMarks } from '../../brand-check/components/field-marks';
import type { TextMarks } from '../../brand-check/text-marks';

interface PlainFieldProps {
  id: string;
  value: string;
  maxLength?: number;
  /** A proposal is shown in its place. */
  covered: boolean;
  /** Lays the text out. */
  className: string;
  marks?: TextMarks;
  onChange: (value: string) => void;
  onFocus: () => void;
  onBlur?: () => void;
  onKey: (event: KeyboardEvent) => void;
  /** Called with null before it is gone. */
  onSurface: (surface: TextSurface | null) => void;
}

/** A text as it is stored, in a field that is as high as its text. */
export function PlainField({
  id,
  value,
  maxLength,
  covered,
  className,
  marks,
  onChange,
  onFocus,
  onBlur,
  onKey,
  onSurface,
}: PlainFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const under = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!area.current || !under.current) return;
    onSurface(new FieldSurface(area.current, under.current));
    return () => onSurface(null);
  }, [onSurface]);
  useFit(area, value);

  return (
    <>
      <div
        ref={under}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 overflow-hidden text-transparent select-none"
      />
      {marks && !covered && <FieldMarks area={area} marks={marks} />}
      <textarea
        ref={area}
        id={id}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onFocus}
        onKeyDown={(event) => onKey(event.nativeEvent)}
        onBlur={onBlur}
        aria-describedby={`${id}-hint`}
        className={`${className} relative resize-none self-start bg-transparent -outline-offset-1 hover:border-text/60 focus:border-ring ${covered ? 'invisible' : ''}`}
      />
    </>
  );
}
