import type { ItemView } from './media';

/** What a page makes and shows. */
export interface MadeNoun {
  one: string;
  many: string;
}

export const IMAGES: MadeNoun = { one: 'image', many: 'images' };
export const VIDEOS: MadeNoun = { one: 'video', many: 'videos' };

const KINDS: Record<ItemView['kind'], MadeNoun> = { image: IMAGES, video: VIDEOS };

/** What these are called together. */
export function nounOf(items: readonly Pick<ItemView, 'kind'>[]): MadeNoun {
  const [first] = items;
  const isOne = first !== undefined && items.every(({ kind }) => kind === first.kind);
  return isOne ? KINDS[first.kind] : { one: 'item', many: 'items' };
}

/** `Image deleted`, `3 videos deleted`. */
export function deletedText(items: readonly Pick<ItemView, 'kind'>[]): string {
  const { one, many } = nounOf(items);
  if (items.length === 1) return `${one[0]?.toUpperCase()}${one.slice(1)} deleted`;
  return `${items.length} ${many} deleted`;
}

/** `0:05`, `12:30`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
