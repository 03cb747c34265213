/** A file as a message shows it. */
export interface AttachedFile {
  id: string;
  name: string;
  /** A media type, by its content. */
  type: string;
  /** Bytes. */
  size: number;
}

/** Images that a browser may show in the page; everything else is only ever downloaded. */
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isImage({ type }: { type: string }): boolean {
  return IMAGE_TYPES.includes(type);
}

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
