/** Bytes in one file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILE_PAGES = 200;
/** Characters of text in one file. */
export const MAX_FILE_CHARACTERS = 200_000;

/** Why a file isn't read. */
export const FILE_REFUSALS = [
  'size',
  'empty',
  'broken-off',
  'kind',
  'old-word',
  'encoding',
  'pages',
  'characters',
  'no-text',
  'locked',
  'damaged',
  'unpacked',
  'pixels',
  'time',
  'memory',
] as const;

export type FileRefusal = (typeof FILE_REFUSALS)[number];
