import { useEffect, useId, useState } from 'react';

import { showFailure } from '~/features/accounts';

import { CATEGORIES, type CategoryId } from '../../../formats/categories';
import { type Format, formatById, type FormatId, formatsOf } from '../../../formats/formats';
import { onContentChange, reasonOf, requestFormat } from '../../saved-requests';
import { libraryTexts } from '../../texts';

interface FormatPickerProps {
  /** Null for a text without a category, which can be of any. */
  category: CategoryId | null;
  format: FormatId | null;
  onChange: (format: FormatId | null) => void;
}

/** Chooses the format of a text: one of its category's formats, or the one that it has from another category. */
export function FormatPicker({ category, format, onChange }: FormatPickerProps) {
  const id = useId();
  const chosen = formatById(format);
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
        {category === null ? (
          CATEGORIES.map(({ id, name }) => (
            <optgroup key={id} label={name}>
              <Options formats={formatsOf(id)} />
            </optgroup>
          ))
        ) : (
          <Options
            formats={[
              ...(chosen && chosen.category !== category ? [chosen] : []),
              ...formatsOf(category),
            ]}
          />
        )}
      </select>
    </div>
  );
}

function Options({ formats }: { formats: readonly Format[] }) {
  return formats.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** The format of a content, kept up to date by live events, and a function to change it. */
export function useFormat(
  id: string,
  loaded: FormatId | null,
): { format: FormatId | null; choose: (format: FormatId | null) => void } {
  const [from, setFrom] = useState(loaded);
  const [format, setFormat] = useState(loaded);
  if (from !== loaded) {
    setFrom(loaded);
    setFormat(loaded);
  }
  useEffect(
    () =>
      onContentChange((change) => {
        if (change.type === 'changed' && change.item.id === id) setFormat(change.item.format);
      }),
    [id],
  );

  function choose(next: FormatId | null) {
    const before = format;
    setFormat(next);
    requestFormat(id, next).catch((error: unknown) => {
      setFormat(before);
      showFailure(error, reasonOf(error, libraryTexts.formatFailed));
    });
  }
  return { format, choose };
}
