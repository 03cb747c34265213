import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { onEvent, onMissed } from '~/engine/events';
import { client } from '~/http/client';

import { promptTexts } from './texts';
import type { PromptList } from './prompt';
import type { PromptsApi } from './routes/prompts';

const api = client<PromptsApi>();

/** All prompts to choose from, loaded when they are shown and kept current by live events. */
export function usePrompts(): {
  /** Null until it is loaded. */
  list: PromptList | null;
  failed: boolean;
  reload(): void;
} {
  const [list, setList] = useState<PromptList | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(0);

  const reload = useCallback(() => {
    latest.current += 1;
    const current = latest.current;
    api.get('/api/prompts').then(
      (loaded) => {
        if (current !== latest.current) return;
        setList(loaded);
        setFailed(false);
      },
      (error: unknown) => {
        if (current !== latest.current) return;
        setFailed(true);
        showFailure(error, promptTexts.loadFailed);
      },
    );
  }, []);
  useEffect(() => {
    reload();
    return () => {
      // A response that arrives later is ignored.
      latest.current += 1;
    };
  }, [reload]);
  useEffect(() => onEvent('prompts', reload), [reload]);
  useEffect(() => onMissed(reload), [reload]);
  return { list, failed, reload };
}

/** Hides a starter until the person shows all again. False when that failed and the person has seen why. */
export async function hideStarter(id: string): Promise<boolean> {
  try {
    await api.post('/api/prompts/starters', { body: { hide: id } });
    return true;
  } catch (error) {
    showFailure(error, promptTexts.hideFailed);
    return false;
  }
}
