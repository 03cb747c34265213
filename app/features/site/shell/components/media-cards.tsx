import { Link, useLocation } from '@remix-run/react';

import { shellTexts } from '../../texts';

export const MEDIA_CARDS = [
  {
    id: 'generate',
    to: '/media-creator?mode=generate',
    description: 'Describe it, and get it in your brand’s look.',
    ...shellTexts.mediaCards.generate,
  },
  {
    id: 'train-lora',
    to: '/media-creator?mode=train-lora',
    description: 'Teach it your product, your face, or your style.',
    ...shellTexts.mediaCards['train-lora'],
  },
  {
    id: 'video',
    to: '/media-creator/video-gen',
    description: 'Turn a description or an image into a short clip.',
    ...shellTexts.mediaCards.video,
  },
] as const;

type MediaCard = (typeof MEDIA_CARDS)[number];

/** The card of a page; undefined on /media-creator without a known mode. */
export function mediaCardOf(pathname: string, search: string): MediaCard | undefined {
  const mode = new URLSearchParams(search).get('mode');
  const page = mode === null ? pathname : `${pathname}?mode=${mode}`;
  return MEDIA_CARDS.find((card) => card.to === page);
}

/** The sidebar of the media creator. */
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
              className="block rounded-lg border bg-surface p-4 transition-colors current-row hover:border-border-strong"
            >
              <span className="flex items-center justify-between gap-3">
                <span className="text-base font-medium">{card.title}</span>{' '}
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
