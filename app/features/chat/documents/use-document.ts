import { useEffect, useState } from 'react';

import { onMissed } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';

import { onDocumentChange, requestDocument, requestOpening } from './document-requests';
import { type OpenDocument, showDocument } from './open-document';
import { documentTexts } from './texts';

export type LoadedDocument = Awaited<ReturnType<typeof requestDocument>>;

/**
 * Loads the document that the person opened, and again when its suggestions may have changed. One that can't be opened closes
 * again, after saying why.
 */
export function useDocument(
  conversationId: string,
  target: OpenDocument,
): { document: LoadedDocument | null; take: (document: LoadedDocument) => void } {
  const { id, messageId } = target;
  const [document, setDocument] = useState<LoadedDocument | null>(null);
  const shown = document && (document.id === id || document.messageId === messageId);

  useEffect(() => {
    if (shown) return;
    let current = true;
    const load = async () => requestDocument(id ?? (await requestOpening(messageId ?? '')).id);
    load().then(
      (loaded) => {
        if (!current) return;
        setDocument(loaded);
        showDocument({ ...target, id: loaded.id, messageId: loaded.messageId });
      },
      (error: unknown) => {
        if (!current) return;
        const text = id ? documentTexts.loadFailed : documentTexts.openFailed;
        showFailure(error, refusalText(error, text));
        showDocument(null);
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each document
  }, [id, messageId, shown]);

  const loadedId = document?.id;
  useEffect(() => {
    if (loadedId === undefined) return;
    const reload = () => {
      // What is shown stays; the next change tries again.
      requestDocument(loadedId).then(setDocument, () => undefined);
    };
    const stops = [
      onMissed(reload),
      onDocumentChange(conversationId, (change) => {
        if (change.type === 'changed' && change.document.id === loadedId) reload();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [conversationId, loadedId]);

  return { document: shown ? document : null, take: setDocument };
}
