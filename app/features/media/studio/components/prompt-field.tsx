import type { RefObject } from 'react';

import { AreaField } from '~/ui/area-field';

interface PromptFieldProps {
  field: RefObject<HTMLTextAreaElement>;
  value: string;
  /** In characters. */
  longest: number;
  errors: string[];
  placeholder: string;
  onChange: (prompt: string) => void;
}

/** From here on it is worth knowing how much of a text still fits. */
const NEARLY_FULL = 0.9;

export function PromptField({
  field,
  value,
  longest,
  errors,
  placeholder,
  onChange,
}: PromptFieldProps) {
  return (
    <div>
      <AreaField
        ref={field}
        label="Prompt"
        name="prompt"
        value={value}
        maxLength={longest}
        errors={errors}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      {value.length > longest * NEARLY_FULL && (
        <p role="status" className="mt-1 text-right text-xs text-muted tabular-nums">
          {(longest - value.length).toLocaleString('en-US')} characters left
        </p>
      )}
    </div>
  );
}
