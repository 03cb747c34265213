import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { client, RequestRefused } from '~/http/client';

import type { VoiceRulesApi } from '../routes/voice-rules';
import type { VoiceRule } from '../rule';

const api = client<VoiceRulesApi>();

export interface KnownRules {
  /** Null until they are loaded. */
  rules: readonly VoiceRule[] | null;
  /** The profile has sources, by which facts are measured. */
  hasSources: boolean;
  /** Loading failed; the person can retry. */
  failed: boolean;
}

const UNKNOWN: KnownRules = { rules: null, hasSources: false, failed: false };
const NONE: KnownRules = { rules: [], hasSources: false, failed: false };

/** The rules of the profiles that this tab has shown: all texts of a page share them. */
const known = new Map<string, KnownRules>();
const loading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

function set(profileId: string, next: KnownRules): void {
  known.set(profileId, next);
  for (const listener of listeners) listener();
}

async function load(profileId: string): Promise<void> {
  try {
    const { rules, hasSources } = await api.get('/api/profiles/:id/voice', {
      params: { id: profileId },
    });
    set(profileId, { rules, hasSources, failed: false });
  } catch (error) {
    // The profile was deleted: its rules don't apply any longer.
    if (error instanceof RequestRefused && error.status === 404) set(profileId, NONE);
    else set(profileId, { ...(known.get(profileId) ?? UNKNOWN), failed: true });
  }
}

/** Loads the rules once for all who ask at the same time. */
function reload(profileId: string): Promise<void> {
  const current = loading.get(profileId);
  if (current) return current;
  const started = load(profileId).finally(() => loading.delete(profileId));
  loading.set(profileId, started);
  return started;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The voice rules of a profile, kept up to date by live events; none without a profile. */
export function useVoiceRules(profileId: string | null): KnownRules & { retry(): void } {
  const current = useCallback(
    () => (profileId === null ? NONE : (known.get(profileId) ?? UNKNOWN)),
    [profileId],
  );
  const state = useSyncExternalStore(subscribe, current, () => UNKNOWN);

  useEffect(() => {
    if (profileId === null) return;
    if (!known.has(profileId)) void reload(profileId);
    const stops = [
      onEvent('profile', (change) => {
        if (change.type === 'voice' && change.id === profileId) void reloadAgain(profileId);
      }),
      onEvent('source', (change) => {
        const { hasSources = false } = known.get(profileId) ?? UNKNOWN;
        const isNews =
          change.type === 'removed'
            ? hasSources
            : !hasSources && change.source.profileId === profileId;
        if (isNews) void reloadAgain(profileId);
      }),
      onMissed(() => void reloadAgain(profileId)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [profileId]);

  const retry = useCallback(() => {
    if (profileId === null) return;
    set(profileId, { ...(known.get(profileId) ?? UNKNOWN), failed: false });
    void reload(profileId);
  }, [profileId]);
  return { ...state, retry };
}

/** Loads the rules after a change, which a request that is on its way may not have seen. */
async function reloadAgain(profileId: string): Promise<void> {
  await loading.get(profileId);
  await reload(profileId);
}

/** Makes a passage an exception of a rule: it is never flagged again. Rejects when that failed. */
export async function requestException(
  profileId: string,
  ruleId: string,
  quote: string,
): Promise<void> {
  await api.post('/api/profiles/:id/voice/rules/:ruleId/exceptions', {
    params: { id: profileId, ruleId },
    body: { quote },
  });
  await reloadAgain(profileId);
}
