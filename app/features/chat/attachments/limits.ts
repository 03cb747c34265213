/** What may be attached to one message. */
export const MAX_FILES = 10;
/** Bytes of one file. */
export const MAX_BYTES = 20 * 1024 * 1024;
export const MAX_PAGES = 200;
/** Characters that are read of one file. */
export const MAX_CHARACTERS = 200_000;

/** For the browser's file picker; what a file is, its content says. */
export const ACCEPT =
  '.txt,.md,.markdown,.csv,.json,.pdf,.docx,.png,.jpg,.jpeg,.webp,.gif,text/plain,text/markdown,text/csv,application/json,application/pdf,image/png,image/jpeg,image/webp,image/gif';
