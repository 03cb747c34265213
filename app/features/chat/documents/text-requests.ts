import type { TextRequests, VersionRequests } from '~/features/copywriting';

import {
  onDocumentChange,
  requestDocument,
  requestEdit,
  requestVersion,
  requestVersionRestore,
  requestVersions,
} from './document-requests';
import { documentTexts } from './texts';

/** How the editor stores a document. */
export function editingOf(id: string, conversationId: string): TextRequests {
  return {
    edit: (body, options) => requestEdit(id, body, options),
    read: () => requestDocument(id),
    listen: (heard) =>
      onDocumentChange(conversationId, (change) => {
        if (change.type === 'removed' && change.id === id) heard.removed();
        if (change.type === 'changed' && change.document.id === id) {
          heard.changed(change.document.version);
        }
      }),
    saveFailed: documentTexts.saveFailed,
  };
}

/** How its versions are listed and restored. */
export function versionsOf(id: string): VersionRequests {
  return {
    list: (cursor) => requestVersions(id, cursor),
    read: (versionId) => requestVersion(id, versionId),
    restore: (versionId, version) => requestVersionRestore(id, versionId, version),
  };
}
