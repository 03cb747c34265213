import { useSyncExternalStore } from 'react';

/** The document beside the conversation: an existing one by its id, or that of an answer. */
export interface OpenDocument {
  id?: string;
  messageId?: string;
  /** On narrow screens, where it covers the conversation, the conversation is in front. */
  behind?: boolean;
  /** It was open before the page was loaded again. */
  restored?: boolean;
}

let open: OpenDocument | null = null;
const listeners = new Set<() => void>();

/** Opens a document beside the conversation; null closes it. */
export function showDocument(next: OpenDocument | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** What goes with a message: the document that is open, which the answer may suggest changes of. */
export const openDocumentId = () => (open?.id ? { documentId: open.id } : {});

export function useOpenDocument(): OpenDocument | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => null,
  );
}
