import type { ImageRefusal } from '~/lib/images/image-refusals';

const OUTPUT: Record<ImageRefusal, string> = {
  kind: 'something that is not a picture of a kind that can be kept',
  pixels: 'a picture with too many pixels',
  damaged: 'a picture that cannot be opened',
  time: 'a picture that takes too long to open',
  memory: 'a picture that takes too much memory to open',
  size: 'a picture that is too large',
  empty: 'an empty file',
  'broken-off': 'a picture that did not arrive whole',
};

/** About what a provider sent. */
export function outputRefusal(reason: ImageRefusal): string {
  return `The image service sent ${OUTPUT[reason]}. You were not charged for it.`;
}
