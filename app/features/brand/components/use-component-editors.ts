import { useEffect, useState, useSyncExternalStore } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { client, refusalText, RequestRefused } from '~/http/client';
import { writeDraft } from '~/lib/tab-drafts';
import { useReload } from '~/ui/use-reload';

import type { OpenProfile } from '../profiles/profile';
import type { ProfilesApi } from '../profiles/routes/profiles';
import {
  type Component,
  COMPONENT_KINDS,
  type ComponentKind,
  type ComponentValues,
} from './component';
import {
  type ComponentEditor,
  createComponentEditor,
  type EditorState,
  refusedComponent,
} from './component-editor';
import { useKeptEditors } from './use-kept-editors';

export type ComponentEditors = Record<ComponentKind, ComponentEditor>;

const draftName = (profileId: string, kind: ComponentKind) => `profile:${profileId}:${kind}`;

/** The editors of a profile's four components. They also save when the user leaves the page. */
export function useComponentEditors(profile: OpenProfile): ComponentEditors {
  const [editors] = useState(() => editorsOf(profile));
  const reload = useReload();

  const [kept] = useState(() =>
    Object.fromEntries(COMPONENT_KINDS.map((kind) => [draftName(profile.id, kind), editors[kind]])),
  );
  useKeptEditors(kept);

  useEffect(() => {
    for (const kind of COMPONENT_KINDS) {
      editors[kind].receive(profile.components[kind], profile.version);
    }
  }, [editors, profile]);

  useEffect(
    () =>
      onEvent('profile', (data) => {
        const change = data;
        // The look and the voice rules follow their own changes.
        if (change.type === 'look' || change.type === 'voice') return;
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

export function useEditorStates(editors: ComponentEditors): Record<ComponentKind, EditorState> {
  return {
    brandStory: useEditorState(editors.brandStory),
    customerJourney: useEditorState(editors.customerJourney),
    solutionSuite: useEditorState(editors.solutionSuite),
    campaignFramework: useEditorState(editors.campaignFramework),
  };
}

function useEditorState({ subscribe, state }: ComponentEditor): EditorState {
  return useSyncExternalStore(subscribe, state, state);
}

function editorsOf(profile: OpenProfile): ComponentEditors {
  const editors = COMPONENT_KINDS.map((kind) => {
    const editor = createComponentEditor({
      kind,
      component: profile.components[kind],
      profileVersion: profile.version,
      save: (request, leaving) => requestSave(profile.id, kind, request, leaving),
      describe: (error) => refusalText(error, 'We couldn’t reach the server.'),
      keepDraft: (draft) => writeDraft(draftName(profile.id, kind), draft),
    });
    return [kind, editor];
  });
  return Object.fromEntries(editors) as ComponentEditors;
}

const api = client<ProfilesApi>();

/** Browsers send at most 64 KB after a page is closed. */
const MAX_CARRIED = 15_000;

/**
 * Saves texts of a component. When `saved` is false, someone else changed the component, which is returned as it is
 * now.
 */
async function requestSave(
  profileId: string,
  kind: ComponentKind,
  save: { componentId: string | null; version: number; values: ComponentValues },
  leaving: boolean,
): Promise<{ saved: boolean; component: Component }> {
  try {
    const { component } = await api.post('/api/profiles/:id/components/:kind', {
      params: { id: profileId, kind },
      body: save,
      keepalive: leaving && JSON.stringify(save).length <= MAX_CARRIED,
    });
    return { saved: true, component };
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.status !== 409) throw error;
    const component = refusedComponent(kind, error.body.component);
    if (component === null) throw error;
    return { saved: false, component };
  }
}
