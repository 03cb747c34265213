import { useState } from 'react';

import { onContentChange, requestContent, requestEdit } from '../saved-requests';
import { libraryTexts } from '../texts';
import type { ContentText } from './content';
import { type TextRequests, useTextEditor } from './use-text-editor';

/** The editor of one content. Mount one per content (`key`). */
export function useContentEditor(id: string, loaded: ContentText) {
  const [requests] = useState(() => requestsOf(id));
  return useTextEditor(`content:${id}`, loaded, requests);
}

function requestsOf(id: string): TextRequests {
  return {
    edit: (body, options) => requestEdit(id, body, options),
    read: () => requestContent(id),
    listen: (heard) =>
      onContentChange((change) => {
        if (change.type === 'removed' && change.id === id) heard.removed();
        if (change.type === 'changed' && change.item.id === id) heard.changed(change.item.version);
      }),
    saveFailed: libraryTexts.saveFailed,
  };
}
