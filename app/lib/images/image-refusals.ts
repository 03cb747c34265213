/** Why a file is no image that can be taken. */
export type ImageRefusal =
  'kind' | 'pixels' | 'damaged' | 'time' | 'memory' | 'size' | 'empty' | 'broken-off';

const UPLOAD: Record<ImageRefusal, string> = {
  kind: 'is not a PNG, JPEG, WebP or GIF picture. Choose one of those.',
  pixels: 'has too many pixels: 50 megapixels are the most. Make it smaller and choose it again.',
  damaged: 'cannot be opened; it may be damaged. Save it again and choose that.',
  time: 'takes too long to open. Choose a smaller picture.',
  memory: 'takes too much memory to open. Choose a smaller picture.',
  size: 'is larger than 20 MB. Choose a smaller picture.',
  empty: 'is empty. Choose another file.',
  'broken-off': 'did not arrive whole. Please try again.',
};

/** About a file that someone chose; what a program sends may have no name. */
export function uploadRefusal(name: string, reason: ImageRefusal): string {
  return `${name === '' ? 'The file' : `“${name}”`} ${UPLOAD[reason]}`;
}
