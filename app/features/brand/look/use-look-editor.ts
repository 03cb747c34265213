import { useEffect, useState, useSyncExternalStore } from 'react';

import { onEvent } from '~/engine/events';
import { client, refusalText, RequestRefused } from '~/http/client';
import { writeDraft } from '~/lib/tab-drafts';
import { useReload } from '~/ui/use-reload';

import {
  createTextEditor,
  type EditedTexts,
  type EditorState,
  refusedTexts,
  type SaveRequest,
  type TextEditor,
} from '../components/text-editor';
import { useKeptEditors } from '../components/use-kept-editors';
import type { OpenProfile } from '../profiles/profile';
import type { ProfilesApi } from '../profiles/routes/profiles';
import { LOOK_TEXTS, lookProblem, type LookText, type LookValues, type OpenLook } from './look';

type EditedLook = EditedTexts<LookText>;
export type LookEditor = TextEditor<LookText, EditedLook>;
export type LookState = EditorState<LookText, EditedLook>;

const api = client<ProfilesApi>();

/** The editor of a profile's colors and fonts. */
export function useLookEditor(profile: OpenProfile): { editor: LookEditor; state: LookState } {
  const draftName = `profile:${profile.id}:look`;
  const [editor] = useState(() =>
    createTextEditor<LookText, EditedLook>({
      rules: {
        texts: LOOK_TEXTS,
        isInvalid: (text, value) => lookProblem(text, value) !== null,
      },
      component: edited(profile.id, profile.look),
      profileVersion: profile.version,
      save: (request, leaving) => requestSave(profile.id, request, leaving),
      describe: (error) => refusalText(error, 'We couldn’t reach the server.'),
      keepDraft: (draft) => writeDraft(draftName, draft),
    }),
  );
  const [kept] = useState(() => ({ [draftName]: editor }));
  useKeptEditors(kept);

  useEffect(
    () => editor.receive(edited(profile.id, profile.look), profile.version),
    [editor, profile],
  );
  const reload = useReload();
  useEffect(
    () =>
      onEvent('profile', (change) => {
        const isMine = change.type === 'look' && change.id === profile.id;
        if (isMine && !editor.knows(change.id, change.version)) reload();
      }),
    [editor, profile.id, reload],
  );

  return { editor, state: useSyncExternalStore(editor.subscribe, editor.state, editor.state) };
}

/** What the fields show, where it can be drawn. */
export function shownLook({ values }: LookState): LookValues {
  return Object.fromEntries(
    LOOK_TEXTS.map((text) => {
      const value = values[text] ?? '';
      return [text, lookProblem(text, value) === null ? value : ''];
    }),
  ) as LookValues;
}

function edited(id: string, { version, values }: OpenLook): EditedLook {
  return { id, version, values };
}

async function requestSave(
  id: string,
  { version, values }: SaveRequest<LookText>,
  leaving: boolean,
): Promise<{ saved: boolean; component: EditedLook }> {
  try {
    const { look } = await api.post('/api/profiles/:id/look', {
      params: { id },
      body: { version, values },
      keepalive: leaving,
    });
    return { saved: true, component: edited(id, look) };
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.status !== 409) throw error;
    const look = refusedTexts(error.body.look, LOOK_TEXTS);
    if (look === null) throw error;
    return { saved: false, component: { id, ...look } };
  }
}
