import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';

import {
  localSelection,
  onLocalSelection,
  rememberSelection,
  selection,
} from '../grounding/selection';
import { profilesTexts } from '../texts';
import type { ProfileChoice, ProfileList } from './profile';
import type { ProfilesApi } from './routes/profiles';

const api = client<ProfilesApi>();

export interface Profiles {
  /** Null until they are loaded. */
  profiles: readonly ProfileChoice[] | null;
  /** The profile in use; null while loading, and when there are none. */
  selected: ProfileChoice | null;
  /** Loading failed; the user can retry with `reload`. */
  failed: boolean;
  reload(): void;
  /** Selects a profile on the account and in this browser; resolves to false after telling the user that it failed. */
  select(profileId: string): Promise<boolean>;
}

/** The user's profiles, kept up to date by live events. Without `first`, they are loaded on mount. */
export function useProfiles(first: ProfileList | null): Profiles {
  const [from, setFrom] = useState(first);
  const [list, setList] = useState(first);
  const [failed, setFailed] = useState(false);
  const latest = useRef(0);
  if (from !== first) {
    setFrom(first);
    setList(first);
    setFailed(false);
  }
  const local = useSyncExternalStore(onLocalSelection, localSelection, () => null);

  const reload = useCallback(() => {
    latest.current += 1;
    const current = latest.current;
    api.get('/api/profiles').then(
      (loaded) => {
        if (current !== latest.current) return;
        setList(loaded);
        setFailed(false);
      },
      (error: unknown) => {
        if (current !== latest.current) return;
        setFailed(true);
        showFailure(error, profilesTexts.loadFailed);
      },
    );
  }, []);
  const unknown = first === null;
  useEffect(() => {
    if (unknown) reload();
    return () => {
      // A response that arrives later belongs to nothing that is shown.
      latest.current += 1;
    };
  }, [unknown, reload]);
  useEffect(
    () =>
      onEvent('profile', (data) => {
        // Lists show neither the texts of a component nor voice rules.
        if (data.type !== 'component' && data.type !== 'voice') reload();
      }),
    [reload],
  );
  useEffect(() => onMissed(reload), [reload]);

  const select = useCallback(async (profileId: string) => {
    try {
      await api.post('/api/profiles/selection', { body: { profileId } });
    } catch (error) {
      showFailure(error, refusalText(error, profilesTexts.selectFailed));
      return false;
    }
    rememberSelection(profileId);
    setList((old) => old && { ...old, selectedId: profileId });
    return true;
  }, []);

  return {
    profiles: list?.profiles ?? null,
    selected: list && selection(list.selectedId, local, list.profiles),
    failed,
    reload,
    select,
  };
}
