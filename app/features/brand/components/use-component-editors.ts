import { useEffect, useState } from 'react';

import { readDraft, writeDraft } from '~/lib/drafts';
import { onEvent, onMissed } from '~/engine/events';
import { refusalText } from '~/http/client';
import { useReload } from '~/ui/use-reload';

import { COMPONENT_KINDS, type ComponentKind } from './component';
import { createComponentEditor, type ComponentEditor } from './component-editor';
import type { OpenProfile } from '../profiles/profile';
import type { ProfileChange } from '../profiles/profile-change';
import { requestSave } from '../profiles/profile-requests';

export type ComponentEditors = Record<ComponentKind, ComponentEditor>;

const draftName = (profileId: string, kind: ComponentKind) => `profile:${profileId}:${kind}`;

/** The four components of a profile as they are written; saved also when the person leaves. */
export function useComponentEditors(profile: OpenProfile): ComponentEditors {
  const [editors] = useState(() => editorsOf(profile));
  const reload = useReload();

  // Ahead of all else: whatever changes an editor replaces its draft.
  useEffect(() => {
    for (const kind of COMPONENT_KINDS) {
      editors[kind].restore(readDraft(draftName(profile.id, kind)));
    }
  }, [editors, profile.id]);

  useEffect(() => {
    for (const kind of COMPONENT_KINDS) {
      editors[kind].receive(profile.components[kind], profile.version);
    }
  }, [editors, profile]);

  useEffect(() => {
    const flush = (leaving = false) => {
      for (const kind of COMPONENT_KINDS) void editors[kind].flush(leaving);
    };
    const onOnline = () => flush();
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush(true);
    };
    window.addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [editors, profile.id]);

  useEffect(
    () =>
      onEvent('profile', (data) => {
        const change = data;
        const known =
          change.type === 'component' &&
          COMPONENT_KINDS.some((kind) => editors[kind].knows(change.id, change.version));
        if (!known) reload();
      }),
    [editors, reload],
  );
  useEffect(() => onMissed(reload), [reload]);

  return editors;
}

function editorsOf(profile: OpenProfile): ComponentEditors {
  const editors = COMPONENT_KINDS.map((kind) => {
    const editor = createComponentEditor({
      kind,
      component: profile.components[kind],
      profileVersion: profile.version,
      save: (request, leaving) => requestSave(profile.id, kind, request, leaving),
      describe: (error) => refusalText(error, 'We could not reach the server.'),
      keepDraft: (draft) => writeDraft(draftName(profile.id, kind), draft),
    });
    return [kind, editor];
  });
  return Object.fromEntries(editors) as ComponentEditors;
}
