import { Link, useLocation } from '@remix-run/react';

import { shellTexts } from '../../texts';
import { MEDIA_CARDS, mediaCardOf } from '../media-cards';

/** The sidebar's part in the media creator. */
export function MediaCards() {
  const { pathname, search } = useLocation();
  const current = mediaCardOf(pathname, search)?.id;
  return (
    <nav aria-labelledby="media-creator-heading">
      <h2
        id="media-creator-heading"
        className="px-2 font-display text-lg font-semibold tracking-tight"
      >
        {shellTexts.mediaCreator}
      </h2>
      <ul className="mt-4 space-y-3">
        {MEDIA_CARDS.map((card) => (
          <li key={card.id}>
            <Link
              to={card.to}
              aria-current={card.id === current ? 'page' : undefined}
              className="block rounded-lg border bg-surface p-4 transition-colors hover:border-border-strong aria-[current]:border-accent aria-[current]:bg-accent-soft"
            >
              <span className="flex items-center justify-between gap-3">
                <span className="text-[0.9375rem] font-medium">{card.title}</span>{' '}
                <span className="rounded-full border px-2 py-0.5 text-xs text-muted">
                  {card.badge}
                </span>
              </span>
              <span className="mt-1.5 block text-sm text-muted">{card.description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
