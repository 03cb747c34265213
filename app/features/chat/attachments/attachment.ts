/** A file as a message shows it. */
export interface AttachedFile {
  id: string;
  name: string;
  /** The media type, detected from the content. */
  type: string;
  /** Bytes. */
  size: number;
}

/** Images that a browser may show in the page; all other files are only downloaded. */
const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isImage({ type }: { type: string }): boolean {
  return IMAGE_TYPES.includes(type);
}

/** Files in one message. */
export const MAX_FILES = 10;

/** For the browser's file picker only: the kind of a file is detected from its content. */
export const ACCEPT =
  '.txt,.md,.markdown,.csv,.json,.pdf,.docx,.png,.jpg,.jpeg,.webp,.gif,text/plain,text/markdown,text/csv,application/json,application/pdf,image/png,image/jpeg,image/webp,image/gif';
