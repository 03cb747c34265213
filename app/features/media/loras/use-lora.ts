import { useCallback, useEffect, useRef, useState } from 'react';

import { isLive, onConnection, onMissed } from '~/engine/events';
import { RequestRefused } from '~/http/client';

import { mergeJob } from '../jobs/job-list';
import type { JobView, LoraDetails } from '../media';
import { onJobChange } from '../media-events';
import { lorasApi } from '../media-requests';
import { onLoraNotice, isSame } from './lora-list';

/** Where no live connection is to be had, one asks. */
const POLL_MS = 4_000;
/** Changes come in swarms. */
const PAUSE_MS = 600;

export interface OneLora {
  /** Undefined until it is there. */
  lora: LoraDetails | undefined;
  /** There is no such LoRA, or it could not be asked for. */
  failure: 'gone' | 'away' | null;
  reload(): void;
  /** What was done here; what is being loaded meanwhile is loaded again. */
  change(news: (lora: LoraDetails) => LoraDetails): void;
}

/** One LoRA with its images and its training, kept true by live changes. */
export function useLora(id: string): OneLora {
  const [lora, setLora] = useState<LoraDetails>();
  const [failure, setFailure] = useState<OneLora['failure']>(null);
  const shown = useRef<LoraDetails>();
  useEffect(() => {
    shown.current = lora;
  });
  const loading = useRef(false);
  const again = useRef(false);

  const reload = useCallback(() => {
    if (loading.current) {
      again.current = true;
      return;
    }
    loading.current = true;
    const load = async (): Promise<void> => {
      again.current = false;
      try {
        const loaded = await lorasApi.get('/api/media/loras/:id', { params: { id } });
        if (again.current) return load();
        setLora(loaded);
        setFailure(null);
      } catch (error) {
        const isGone = error instanceof RequestRefused && error.status === 404;
        setFailure(isGone ? 'gone' : 'away');
      }
    };
    void load().finally(() => {
      loading.current = false;
    });
  }, [id]);

  const change = useCallback((news: (lora: LoraDetails) => LoraDetails) => {
    setLora((old) => old && news(old));
    if (loading.current) again.current = true;
  }, []);

  useEffect(reload, [reload]);
  useEffect(() => onMissed(reload), [reload]);
  useEffect(() => onConnection((connected) => connected && reload()), [reload]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, PAUSE_MS);
    };
    const stops = [
      onLoraNotice((notice) => {
        if ('removed' in notice) {
          if (notice.removed === id) setFailure('gone');
          return;
        }
        const news = notice.lora;
        if (news.id !== id) return;
        // What this tab did itself is told to it as well.
        setTimeout(() => {
          if (shown.current === undefined || !isSame(shown.current, news)) soon();
        }, PAUSE_MS);
      }),
      onJobChange((job) => {
        if (job.kind !== 'lora' || job.request.loraId !== id) return;
        setLora((old) => old && { ...old, job: merged(old.job, job) });
        soon();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [id, reload]);

  const training = lora?.state === 'training';
  useEffect(() => {
    if (!training) return;
    const timer = setInterval(() => {
      if (!isLive() && !document.hidden) reload();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [training, reload]);

  return { lora, failure, reload, change };
}

function merged(known: JobView | null, job: JobView): JobView {
  if (known === null || known.id !== job.id) return job;
  return mergeJob([known], job)[0] ?? job;
}
