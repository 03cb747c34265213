import { onEvent } from '~/engine/events';
import type { FormatId } from '~/features/copywriting';
import { client } from '~/http/client';

import type { DocumentEvent } from './document';
import type { DocumentsApi } from './routes/documents';

// The browser's requests for documents. Each rejects when it fails.

const api = client<DocumentsApi>();

/** Opens an answer as a document; the one that it has already, if there is one. */
export function requestOpening(messageId: string) {
  return api.post('/api/chat/documents', { body: { messageId } });
}

export function requestDocument(id: string) {
  return api.get('/api/chat/documents/:id', { params: { id } });
}

export function requestEdit(
  id: string,
  body: { title: string; content: string; version: number; putAway: boolean },
  { keepalive }: { keepalive: boolean },
) {
  return api.patch('/api/chat/documents/:id', { params: { id }, body, keepalive });
}

export function requestDeletion(id: string) {
  return api.del('/api/chat/documents/:id', { params: { id } });
}

/** Undoes a deletion. */
export function requestRestoration(id: string) {
  return api.post('/api/chat/documents/:id/restore', { params: { id } });
}

export function requestFormat(id: string, format: FormatId | null) {
  return api.post('/api/chat/documents/:id/format', { params: { id }, body: { format } });
}

/** Sets the image in its preview. */
export function requestImage(id: string, imageId: string | null) {
  // The page may be left right after the choice.
  const body = { imageId };
  return api.post('/api/chat/documents/:id/image', { params: { id }, body, keepalive: true });
}

/** Ignores a finding of the brand check, or no longer; resolves to all keys that it ignores. */
export async function requestIgnoring(
  id: string,
  body: { key: string; ignored: boolean },
): Promise<string[]> {
  return (await api.post('/api/chat/documents/:id/ignored', { params: { id }, body })).ignored;
}

/** Saves it as content. */
export function requestSaving(id: string) {
  return api.post('/api/chat/documents/:id/save', { params: { id } });
}

/** Accepts or refuses suggestions; resolves to the document as it is then. */
export function requestDecision(id: string, ids: string[], decision: 'accept' | 'refuse') {
  return api.post('/api/chat/documents/:id/patches', { params: { id }, body: { ids, decision } });
}

export function requestVersions(id: string, cursor: string | null) {
  const search = { cursor: cursor ?? undefined };
  return api.get('/api/chat/documents/:id/versions', { params: { id }, search });
}

export function requestVersion(id: string, versionId: string) {
  return api.get('/api/chat/documents/:id/versions/:versionId', { params: { id, versionId } });
}

export function requestVersionRestore(id: string, versionId: string, version: number) {
  return api.post('/api/chat/documents/:id/versions/:versionId', {
    params: { id, versionId },
    body: { version },
  });
}

/** Listens for changes of a conversation's documents; returns how to stop. */
export function onDocumentChange(
  conversationId: string,
  listener: (change: DocumentEvent) => void,
): () => void {
  return onEvent('chat-documents', (change) => {
    if (change.conversationId === conversationId) listener(change);
  });
}
