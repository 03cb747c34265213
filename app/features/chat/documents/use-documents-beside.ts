import { useEffect } from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';

import type { DocumentItem } from './document';
import { showDocument, useOpenDocument } from './open-document';

const load = () => import('../loaded-later').then((later) => later.loadDocuments());
const close = () => showDocument(null);

/** What shows the documents of a conversation; loaded once it has one, or one is opened. */
export function useDocumentsBeside(conversation: { documents: DocumentItem[] } | null) {
  const target = useOpenDocument();
  // What was open belongs to this conversation.
  useEffect(() => close, []);
  return useLoadOnUse(load, target !== null || !!conversation?.documents.length, close);
}
