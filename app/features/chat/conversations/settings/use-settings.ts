import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { onEvent } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { localSelection, onLocalSelection, type ProfileEvent, selection } from '~/features/brand';
import { client, refusalText } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';
import { pageTitle } from '~/ui/page/page';
import { useReload } from '~/ui/use-reload';

import { chatTexts } from '../../texts';
import type { ConversationsApi } from '../routes/conversations';
import {
  type ConversationSettings,
  NO_SETTINGS,
  type SettingsChoices,
} from './conversation-settings';
import { displayTitle } from './titles';

const api = client<ConversationsApi>();

type Change = Partial<ConversationSettings>;

export interface Settings {
  /** As they are shown, which is what counts for the next answer. */
  shown: ConversationSettings;
  /** `new`: they are sent with the first message. */
  state: 'new' | 'saved' | 'saving' | 'failed';
  /** With `soon` it is saved when nothing more comes for a moment, or by `save`. */
  change(change: Change, when?: 'soon'): void;
  /** Saves what is not saved yet. Rejects after telling the person. */
  save(): Promise<void>;
  /** They went with the first message. */
  sent(): void;
}

const SOON_MS = 500;
/** What was chosen for a conversation that is not there yet. */
const DRAFT = 'settings:new';

/** The settings of the conversation on this page; `loaded` is null on the page of a new one. */
export function useSettings(
  id: string | null,
  loaded: ConversationSettings | null,
  choices: SettingsChoices,
): Settings {
  const [changed, setChanged] = useState<Change>({});
  const [from, setFrom] = useState(loaded);
  const [state, setState] = useState<Settings['state']>(id === null ? 'new' : 'saved');
  const unsaved = useRef<Change>({});
  const underway = useRef<Change>({});
  const queue = useRef(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const reload = useReload();
  const local = useSyncExternalStore(onLocalSelection, localSelection, () => null);

  // Loaded anew: what was saved from here is in it.
  if (from !== loaded) {
    setFrom(loaded);
    if (state === 'saved') setChanged({});
  }
  useEffect(() => {
    if (id !== null) return;
    const frame = requestAnimationFrame(() => setChanged((old) => ({ ...readChosen(), ...old })));
    return () => cancelAnimationFrame(frame);
  }, [id]);

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    if (id === null) return Promise.resolve();
    const saved = queue.current
      .catch(() => {
        // The caller of that save has been told; what it did not save is saved now.
      })
      .then(async () => {
        const change = unsaved.current;
        if (Object.keys(change).length === 0) return;
        unsaved.current = {};
        underway.current = change;
        setState('saving');
        try {
          await api.patch('/api/conversations/:id/settings', { params: { id }, body: change });
          if (Object.keys(unsaved.current).length === 0) setState('saved');
        } catch (error) {
          unsaved.current = { ...change, ...unsaved.current };
          setState('failed');
          showFailure(error, refusalText(error, chatTexts.settingsFailed));
          throw error;
        } finally {
          underway.current = {};
        }
      });
    queue.current = saved;
    return saved;
  }, [id]);

  const change = useCallback(
    (wanted: Change, when?: 'soon') => {
      setChanged((old) => ({ ...old, ...wanted }));
      if (id === null) return;
      unsaved.current = { ...unsaved.current, ...wanted };
      setState('saving');
      clearTimeout(timer.current);
      // What fails has been told, and stays to be tried again.
      const run = () => void flush().catch(() => {});
      if (when === 'soon') timer.current = setTimeout(run, SOON_MS);
      else run();
    },
    [id, flush],
  );
  useEffect(() => {
    if (id === null && Object.keys(changed).length > 0) {
      writeDraft(DRAFT, JSON.stringify(changed));
    }
  }, [id, changed]);
  // Leaving the page before the delay is over still saves it.
  useEffect(() => () => void flush().catch(() => {}), [flush]);

  useEffect(
    () =>
      onEvent('settings', (data) => {
        const { conversationId, change } = data;
        if (conversationId !== id) return;
        // What this tab has not saved yet is newer.
        const own = { ...underway.current, ...unsaved.current };
        const others = Object.entries(change).filter(([name]) => !(name in own));
        setChanged((old) => ({ ...old, ...Object.fromEntries(others) }));
      }),
    [id],
  );
  useEffect(
    () =>
      onEvent('profile', (data) => {
        if ((data as ProfileEvent).type === 'list') reload();
      }),
    [reload],
  );

  const shown = useMemo(() => {
    const usual = selection(choices.selectedId, local, choices.profiles)?.id ?? null;
    const wanted = { ...(loaded ?? { ...NO_SETTINGS, profileId: usual }), ...changed };
    // One that has been removed meanwhile grounds nothing.
    const there = choices.profiles.some((profile) => profile.id === wanted.profileId);
    return there ? wanted : { ...wanted, profileId: null };
  }, [loaded, changed, choices, local]);

  return {
    shown,
    state,
    change,
    save: flush,
    sent: useCallback(() => writeDraft(DRAFT, ''), []),
  };
}

/** What was chosen before the page was loaded again. */
function readChosen(): Change {
  try {
    const chosen = JSON.parse(readTypedDraft(DRAFT) || '{}') as Change;
    const { profileId, model, systemPrompt } = chosen;
    return {
      ...(profileId === null || typeof profileId === 'string' ? { profileId } : {}),
      ...(model === null || typeof model === 'string' ? { model } : {}),
      ...(typeof systemPrompt === 'string' ? { systemPrompt } : {}),
    };
  } catch {
    // Not ours: as if there were none.
    return {};
  }
}

/** A conversation's title on its own page: as loaded, until someone renames it, here or elsewhere. */
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
