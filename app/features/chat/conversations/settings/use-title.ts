import { useEffect, useState } from 'react';

import { onEvent } from '~/engine/events';
import { pageTitle } from '~/ui/page-title';

import type { ConversationChange } from '../conversation';
import { displayTitle } from './titles';

/** A conversation's title on its own page: as loaded, until somebody renames it, here or elsewhere. */
export function useTitle(id: string | null, loaded: string): string {
  const [renamed, setRenamed] = useState<{ title: string; over: string }>();
  // A page that was loaded since knows better.
  const title = renamed?.over === loaded ? renamed.title : loaded;

  useEffect(
    () =>
      onEvent('conversation', (data) => {
        const change = data;
        if (change.type !== 'changed' || change.conversation.id !== id) return;
        setRenamed({ title: displayTitle(change.conversation.title), over: loaded });
      }),
    [id, loaded],
  );
  useEffect(() => {
    if (title !== loaded) document.title = pageTitle(title);
  }, [title, loaded]);
  return title;
}
