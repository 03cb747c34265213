import { useId } from 'react';

import { formatById, formatsOf, type FormatId } from '../../formats/formats';
import type { CategoryId } from '../../formats/categories';

interface FormatPickerProps {
  category: CategoryId;
  format: FormatId | null;
  onChange: (format: FormatId | null) => void;
}

/** Says what a content is written as: one of its category's formats, or the one that it has from elsewhere. */
export function FormatPicker({ category, format, onChange }: FormatPickerProps) {
  const id = useId();
  const own = formatsOf(category);
  const chosen = formatById(format);
  const offered = chosen && chosen.category !== category ? [chosen, ...own] : own;
  return (
    <div className="flex min-w-0 items-center gap-2 sm:ml-auto">
      <label htmlFor={id} className="text-sm text-muted">
        Format
      </label>
      <select
        id={id}
        value={format ?? ''}
        onChange={(event) => onChange(formatById(event.target.value)?.id ?? null)}
        className="block h-9 min-w-0 rounded-md border border-border-strong bg-field px-2.5 text-sm hover:border-text/60 focus:border-ring touch:h-11"
      >
        <option value="">No format</option>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
