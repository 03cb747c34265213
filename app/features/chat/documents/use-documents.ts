import { useEffect, useState } from 'react';

import type { DocumentItem } from './document';
import { onDocumentChange } from './document-requests';

/** The documents of a conversation as loaded, kept up to date by live events. */
export function useDocuments(conversationId: string, loaded: DocumentItem[]): DocumentItem[] {
  const [from, setFrom] = useState(loaded);
  const [documents, setDocuments] = useState(loaded);
  if (from !== loaded) {
    setFrom(loaded);
    setDocuments(loaded);
  }
  useEffect(
    () =>
      onDocumentChange(conversationId, (change) => {
        if (change.type === 'removed') {
          setDocuments((old) => old.filter(({ id }) => id !== change.id));
        } else if (change.type === 'changed') {
          const { document } = change;
          setDocuments((old) =>
            old.some(({ id }) => id === document.id)
              ? old.map((one) => (one.id === document.id ? document : one))
              : [...old, document],
          );
        }
      }),
    [conversationId],
  );
  return documents;
}
