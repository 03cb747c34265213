import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { onEvent } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { localSelection, onLocalSelection, selection } from '~/features/brand';
import { client, refusalText } from '~/http/client';
import { fieldsOf, parsedOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { pageTitle } from '~/ui/page/page';
import { useReload } from '~/ui/use-reload';

import { chatTexts } from '../../texts';
import type { ConversationsApi } from '../routes/conversations';
import {
  type ConversationSettings,
  EFFORTS,
  NO_SETTINGS,
  type SettingsChoices,
} from './conversation-settings';
import { displayTitle } from './titles';

const api = client<ConversationsApi>();

type Change = Partial<ConversationSettings>;

export interface Settings {
  /** The settings on the page, which the next answer uses. */
  shown: ConversationSettings;
  /** `new`: the conversation doesn't exist yet, and they are sent with its first message. */
  state: 'new' | 'saved' | 'saving' | 'failed';
  /** With `soon` it is saved by `save`, or after a moment without further changes. */
  change(change: Change, when?: 'soon'): void;
  /** Saves what is unsaved. Rejects after showing the person why. */
  save(): Promise<void>;
  /** Call it when the first message was sent, with the settings. */
  sent(): void;
}

const SOON_MS = 500;
/** The choices for a conversation that doesn't exist yet. */
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

  // The page was loaded again, with what this tab has saved.
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
        // Its caller handles the error; what it didn't save is saved now.
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
    (change: Change, when?: 'soon') => {
      setChanged((old) => ({ ...old, ...change }));
      if (id === null) return;
      unsaved.current = { ...unsaved.current, ...change };
      setState('saving');
      clearTimeout(timer.current);
      // The person has seen the failure, and the change stays unsaved.
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
  // Saves when the page is left during the delay.
  useEffect(() => () => void flush().catch(() => {}), [flush]);

  useEffect(
    () =>
      onEvent('settings', (data) => {
        const { conversationId, change } = data;
        if (conversationId !== id) return;
        // Unsaved changes of this tab are newer.
        const own = { ...underway.current, ...unsaved.current };
        const others = Object.entries(change).filter(([name]) => !(name in own));
        setChanged((old) => ({ ...old, ...Object.fromEntries(others) }));
      }),
    [id],
  );
  useEffect(
    () =>
      onEvent('profile', (data) => {
        if (data.type === 'list') reload();
      }),
    [reload],
  );

  const shown = useMemo(() => {
    const profileId = selection(choices.selectedId, local, choices.profiles)?.id ?? null;
    const settings = { ...(loaded ?? { ...NO_SETTINGS, profileId }), ...changed };
    // A profile that was removed meanwhile grounds nothing.
    const exists = choices.profiles.some((profile) => profile.id === settings.profileId);
    return exists ? settings : { ...settings, profileId: null };
  }, [loaded, changed, choices, local]);

  return {
    shown,
    state,
    change,
    save: flush,
    sent: useCallback(() => writeDraft(DRAFT, ''), []),
  };
}

/** The choices from before the page was reloaded. */
function readChosen(): Change {
  const { profileId, model, effort, systemPrompt } = fieldsOf(parsedOf(readTypedDraft(DRAFT)));
  const known = EFFORTS.find((one) => one === effort);
  return {
    ...(profileId === null || typeof profileId === 'string' ? { profileId } : {}),
    ...(model === null || typeof model === 'string' ? { model } : {}),
    ...(known && { effort: known }),
    ...(typeof systemPrompt === 'string' ? { systemPrompt } : {}),
  };
}

/** The title that a conversation got while its page was being loaded, which the page as loaded may not have. */
let whileLoading: { id: string; title: string | null; stop: () => void } | null = null;

/** Call it before the page of a conversation is loaded, for `useTitle` there. */
export function noteTitle(id: string): void {
  whileLoading?.stop();
  const noted = {
    id,
    title: null as string | null,
    stop: onRenamed(id, (title) => (noted.title = title)),
  };
  whileLoading = noted;
}

/** The title on a conversation's own page: as loaded, until it is renamed in any tab. */
export function useTitle(id: string | null, loaded: string): string {
  const [renamed, setRenamed] = useState<{ title: string; over: string }>();
  const atFirst = useRef(loaded);
  // A page that was loaded since then has a newer title.
  const title = renamed?.over === loaded ? renamed.title : loaded;

  useEffect(() => {
    if (whileLoading?.id !== id) return;
    const noted = whileLoading;
    whileLoading = null;
    noted.stop();
    if (noted.title !== null) setRenamed({ title: noted.title, over: atFirst.current });
  }, [id]);
  useEffect(() => {
    if (id === null) return;
    return onRenamed(id, (newTitle) => setRenamed({ title: newTitle, over: loaded }));
  }, [id, loaded]);
  useEffect(() => {
    if (title !== loaded) document.title = pageTitle(title);
  }, [title, loaded]);
  return title;
}

function onRenamed(id: string, show: (title: string) => void): () => void {
  return onEvent('conversation', (change) => {
    if (change.type !== 'changed' || change.conversation.id !== id) return;
    show(displayTitle(change.conversation.title));
  });
}
