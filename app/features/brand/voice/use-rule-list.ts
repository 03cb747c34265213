import { useCallback, useEffect, useRef, useState } from 'react';

import { onEvent } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';

import type { VoiceRulesApi } from './routes/voice-rules';
import type { VoiceRules } from './rule';
import { voiceRuleTexts } from './texts';

const api = client<VoiceRulesApi>();

export interface RuleList {
  voice: VoiceRules;
  /** Takes the rules that an answer brought, unless newer ones are known. */
  receive(voice: VoiceRules): void;
}

/** A profile's rules, kept up to date by live events. */
export function useRuleList(profileId: string, loaded: VoiceRules): RuleList {
  const [from, setFrom] = useState(loaded);
  const [voice, setVoice] = useState(loaded);
  const receive = useCallback(
    (next: VoiceRules) => setVoice((old) => (next.version >= old.version ? next : old)),
    [],
  );
  if (from !== loaded) {
    setFrom(loaded);
    receive(loaded);
  }
  const known = useRef(voice.version);
  useEffect(() => {
    known.current = voice.version;
  }, [voice]);

  useEffect(
    () =>
      onEvent('profile', (change) => {
        const isNew =
          change.type === 'voice' && change.id === profileId && change.version > known.current;
        if (!isNew) return;
        api
          .get('/api/profiles/:id/voice', { params: { id: profileId } })
          .then(receive, (error: unknown) => showFailure(error, voiceRuleTexts.loadFailed));
      }),
    [profileId, receive],
  );
  return { voice, receive };
}
