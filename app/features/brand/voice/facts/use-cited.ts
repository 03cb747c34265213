import { useEffect, useState } from 'react';

import { client } from '~/http/client';

import { citedNumbers } from '../../knowledge/citations/citation';
import type { CitedPassage } from './cited';
import type { CitedApi } from './routes/cited';

const api = client<CitedApi>();

const NONE: readonly CitedPassage[] = [];

/**
 * The passages that a text cites, in full; null while they aren't known, possibly offline. They are asked for again when the text
 * cites a number that wasn't there before.
 */
export function useCited(
  /** Null for a text that can't cite anything. */
  textId: string | null,
  text: string,
): readonly CitedPassage[] | null {
  const numbers = citedNumbers(text)
    .toSorted((one, other) => one - other)
    .join(',');
  const [loaded, setLoaded] = useState<{ textId: string; cited: readonly CitedPassage[] | null }>();
  const key = textId === null || numbers === '' ? '' : `${textId} ${numbers}`;
  useEffect(() => {
    if (textId === null || key === '') return;
    let current = true;
    api.get('/api/cited', { search: { text: textId } }).then(
      ({ cited }) => current && setLoaded({ textId, cited }),
      // Without the passages, every fact would seem to lack a source.
      () => current && setLoaded({ textId, cited: null }),
    );
    return () => {
      current = false;
    };
  }, [textId, key]);
  if (key === '') return NONE;
  return loaded?.textId === textId ? loaded.cited : null;
}
