import { useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';

import type { OtherGroups } from '~/features/chat';
import { client } from '~/http/client';
import type { IconName } from '~/ui/overlays/menu-icons';
import type { PaletteGroup } from '~/ui/overlays/palette-window';

import { shellTexts } from '../texts';
import { type FoundPage, NO_RESULTS, type OtherResults } from './other-results';
import type { OtherResultsApi } from './routes/other-results';
import { findSettings } from './settings-pages';

const api = client<OtherResultsApi>();

/** A search waits for a pause of this length in the typing. */
const PAUSE_MS = 120;

/** Brands, saved content, images, videos, settings, and help that match the typed text. */
export function useOtherGroups(text: string): OtherGroups {
  const navigate = useNavigate();
  const typed = text.trim();
  const [found, setFound] = useState<{ of: string; results: OtherResults }>();

  useEffect(() => {
    if (typed === '') return;
    const abort = new AbortController();
    const ask = async () => {
      let results = NO_RESULTS;
      try {
        results = await api.get('/api/search/others', {
          search: { q: typed },
          signal: abort.signal,
        });
      } catch {
        // The search of conversations, which failed as well, says so and offers to try again.
      }
      if (!abort.signal.aborted) setFound({ of: typed, results });
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed]);

  if (typed === '') return { groups: [], busy: false };
  // Results for another text are gone at once, because Enter must not open one of them.
  const isCurrent = found?.of === typed;
  const { brands, contents, media, articles } = isCurrent ? found.results : NO_RESULTS;
  const settings = findSettings(typed).map(({ id, label }) => ({
    id,
    title: label,
    path: `/settings?tab=${id}`,
  }));
  const groupOf = (label: string, icon: IconName, pages: readonly FoundPage[]): PaletteGroup[] =>
    pages.length === 0
      ? []
      : [
          {
            label,
            options: pages.map(({ id, title, path, image }) => ({
              id: `${icon}-${id}`,
              icon,
              image,
              content: <span className="block truncate">{title}</span>,
              onSelect: () => navigate(path),
            })),
          },
        ];
  const { found: labels } = shellTexts;
  return {
    groups: [
      ...groupOf(labels.brands, 'palette', brands),
      ...groupOf(labels.contents, 'pen-line', contents),
      ...groupOf(labels.media, 'images', media),
      ...groupOf(labels.settings, 'settings', settings),
      ...groupOf(labels.articles, 'file-text', articles),
    ],
    busy: !isCurrent,
  };
}
