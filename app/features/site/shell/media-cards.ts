import { shellTexts } from '../texts';

export const MEDIA_CARDS = [
  {
    id: 'generate',
    to: '/media-creator?mode=generate',
    description: 'Pictures from a description, in your brand’s style.',
    ...shellTexts.mediaCards.generate,
  },
  {
    id: 'train-lora',
    to: '/media-creator?mode=train-lora',
    description: 'Teach an image model your product or look.',
    ...shellTexts.mediaCards['train-lora'],
  },
  {
    id: 'video',
    to: '/media-creator/video-gen',
    description: 'Short clips from a description or a picture.',
    ...shellTexts.mediaCards.video,
  },
] as const;

export type MediaCard = (typeof MEDIA_CARDS)[number];

/** The card whose page this is; undefined on /media-creator without a known mode. */
export function mediaCardOf(pathname: string, search: string): MediaCard | undefined {
  const mode = new URLSearchParams(search).get('mode');
  const page = mode === null ? pathname : `${pathname}?mode=${mode}`;
  return MEDIA_CARDS.find((card) => card.to === page);
}
