import { useEffect, useRef, useState } from 'react';

import {
  follow,
  followAgain,
  isRunning,
  liveText,
  stop as stopText,
  useLiveText,
} from '~/engine/generation';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { useReload } from '~/ui/use-reload';

import { cleanMaterial, type DraftMaterial, type ProfileDraft } from './draft';
import type { ProfilesApi } from '../profiles/routes/profiles';

const api = client<ProfilesApi>();

export interface Drafting {
  /** The newest proposal with its text as it comes; null before the first. */
  draft: ProfileDraft | null;
  /** Each rejects when it was not done. */
  start(material: DraftMaterial): Promise<void>;
  goOn(): Promise<void>;
  stop(): Promise<void>;
}

/** The proposal of a profile, followed as it is written, whoever asked for it: `loaded` is what the page came with. */
export function useDraft(profileId: string, loaded: ProfileDraft | null): Drafting {
  const reload = useReload();
  const [asked, setAsked] = useState<ProfileDraft | null>(null);
  const lastTry = useRef({ material: '', key: '' });
  const newest = newer(asked, loaded);
  const live = useLiveText(newest?.id ?? '');

  useEffect(() => {
    if (!loaded || !isRunning(loaded.state)) return;
    const known = liveText(loaded.id);
    if (known && !isRunning(known.state)) followAgain(loaded.id);
    else void follow(loaded.id, loaded.text);
  }, [loaded]);

  // What the page came with may be further than what is followed again from the beginning.
  const text = live && live.text.length >= (newest?.text.length ?? 0) ? live.text : newest?.text;

  return {
    draft: newest && { ...newest, ...(live && { ...live, text: text ?? '' }) },

    async start(typed) {
      const material = cleanMaterial(typed);
      const content = JSON.stringify(material);
      // After a lost response the same is asked again, not a second time.
      if (lastTry.current.material !== content) {
        lastTry.current = { material: content, key: newClientKey() };
      }
      const { id } = await api.post('/api/profiles/:id/draft', {
        params: { id: profileId },
        body: { ...material, clientKey: lastTry.current.key },
      });
      lastTry.current = { material: '', key: '' };
      setAsked({ ...material, id, state: 'queued', reason: null, text: '' });
      void follow(id);
    },

    async goOn() {
      if (!newest) return;
      await api.post('/api/profiles/:id/draft', {
        params: { id: profileId },
        body: { continues: newest.id },
      });
      if (liveText(newest.id)) followAgain(newest.id);
      else void follow(newest.id, newest.text);
    },

    async stop() {
      if (!newest) return;
      await stopText(newest.id);
      reload();
    },
  };
}

/** Ids are in the order of their making. */
function newer(one: ProfileDraft | null, other: ProfileDraft | null): ProfileDraft | null {
  if (!one || !other) return one ?? other;
  return one.id > other.id ? one : other;
}
