import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { Field } from '~/ui/forms/field';

import type { SourcesApi } from '../routes/sources';
import { MAX_CONTENTS_AT_ONCE } from '../source';
import { sourceTexts } from '../texts';

const api = client<SourcesApi>();
/** A pause in typing. */
const PAUSE_MS = 250;

interface ContentPickerProps {
  profileId: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Saved contents to choose from: the newest ones, or those that have some words. */
export function ContentPicker({ profileId, chosen, onChange }: ContentPickerProps) {
  const [query, setQuery] = useState('');
  const [items, setItems] = useState<readonly { id: string; title: string }[] | null>(null);

  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(
      () => {
        const options = { params: { id: profileId }, search: { q: query }, signal: left.signal };
        api.get('/api/profiles/:id/sources/contents', options).then(
          (found) => setItems(found.items),
          (error: unknown) => {
            if (left.signal.aborted) return;
            setItems([]);
            showFailure(error, sourceTexts.contentsFailed);
          },
        );
      },
      query === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [profileId, query]);

  function toggle(id: string) {
    if (chosen.includes(id)) onChange(chosen.filter((other) => other !== id));
    else if (chosen.length < MAX_CONTENTS_AT_ONCE) onChange([...chosen, id]);
  }

  return (
    <div className="space-y-3">
      <Field
        label="Find saved content"
        type="search"
        value={query}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setQuery(target.value)}
      />
      {items === null ? (
        <SkeletonList label="Loading content…" count={4} shape="h-11" />
      ) : items.length === 0 ? (
        <p className="text-sm text-muted">
          {query === '' ? 'You haven’t saved any content yet.' : 'No matches. Try fewer words.'}
        </p>
      ) : (
        <fieldset className="max-h-64 overflow-y-auto rounded-lg border">
          <legend className="sr-only">Saved content</legend>
          <div className="divide-y">
            {items.map(({ id, title }) => (
              <label
                key={id}
                className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 text-sm hover:bg-hover"
              >
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={() => toggle(id)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">{title}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <p className="text-sm text-muted" role="status">
        {chosen.length === 0
          ? `Choose up to ${MAX_CONTENTS_AT_ONCE}.`
          : `${chosen.length} chosen. When you change one, your brand reads it again.`}
      </p>
    </div>
  );
}
