/** Why a file is no picture that can be taken. */
export type PictureRefusal =
  'kind' | 'pixels' | 'damaged' | 'time' | 'memory' | 'size' | 'empty' | 'broken-off';

const UPLOAD: Record<PictureRefusal, string> = {
  kind: 'is not a PNG, JPEG, WebP or GIF picture. Choose one of those.',
  pixels: 'has too many pixels: 50 megapixels are the most. Make it smaller and choose it again.',
  damaged: 'cannot be opened; it may be damaged. Save it again and choose that.',
  time: 'takes too long to open. Choose a smaller picture.',
  memory: 'takes too much memory to open. Choose a smaller picture.',
  size: 'is larger than 20 MB. Choose a smaller picture.',
  empty: 'is empty. Choose another file.',
  'broken-off': 'did not arrive whole. Please try again.',
};

/** About a file that somebody chose. */
export function uploadRefusal(name: string, reason: PictureRefusal): string {
  return `“${name}” ${UPLOAD[reason]}`;
}

const OUTPUT: Record<PictureRefusal, string> = {
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
export function outputRefusal(reason: PictureRefusal): string {
  return `The image service sent ${OUTPUT[reason]}. You were not charged for it.`;
}
