import type { Estimate } from '~/features/billing';
import { formatNumber, formatCount } from '~/lib/format/numbers';

import type { ItemView } from './media';

/** What a page creates and shows. */
export interface MediaNoun {
  one: string;
  many: string;
}

export const IMAGES: MediaNoun = { one: 'image', many: 'images' };
export const VIDEOS: MediaNoun = { one: 'video', many: 'videos' };

const KINDS: Record<ItemView['kind'], MediaNoun> = { image: IMAGES, video: VIDEOS };

/** What to call these items together. */
function nounOf(items: readonly Pick<ItemView, 'kind'>[]): MediaNoun {
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

/**
 * An estimate in words, with what would cost less; `short`: the balance doesn't cover it. Where nothing is metered,
 * everything is free.
 */
export function costText(
  { tokens, available }: Estimate,
  less = 'Try fewer images or another AI model.',
): { text: string; short: boolean } {
  if (tokens === 0 || available === null) return { text: 'Free', short: false };
  const cost = `About ${formatCount(tokens, 'token')}`;
  const left = formatNumber(available);
  if (tokens <= available) return { text: `${cost} of your ${left}`, short: false };
  return { text: `${cost}, but you have ${left}. ${less}`, short: true };
}
