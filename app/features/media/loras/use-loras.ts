import { useCallback, useEffect, useRef, useState } from 'react';

import { onConnection, onEvent } from '~/engine/events';
import { RequestRefused } from '~/http/client';

import { mergeJob } from '../jobs/job-list';
import type { JobView, LoraDetails, LoraList, LoraView } from '../media';
import { onJobChange } from '../media-events';
import { lorasApi } from '../media-requests';
import { useRefresh } from '../use-refresh';

export interface Loras {
  /** Undefined until it is loaded. */
  list: LoraList | undefined;
  failed: boolean;
  reload(): void;
  /** A LoRA that was created or changed here. */
  put(lora: LoraView): void;
  remove(id: string): void;
}

/** The person's LoRAs and the rules for all of them, kept up to date by live events. */
export function useLoraList(): Loras {
  const [list, setList] = useState<LoraList>();
  const [failed, setFailed] = useState(false);
  // The answer to an earlier request may lack a later change.
  const version = useRef(0);
  const loading = useRef(false);
  const reload = useCallback(() => {
    version.current += 1;
    const requested = version.current;
    loading.current = true;
    lorasApi
      .get('/api/media/loras')
      .then(
        (loaded) => {
          if (requested !== version.current) return;
          setList(loaded);
          setFailed(false);
        },
        () => {
          if (requested === version.current) setFailed(true);
        },
      )
      .finally(() => {
        if (requested === version.current) loading.current = false;
      });
  }, []);
  const update = useCallback(
    (change: (loras: readonly LoraView[]) => LoraView[]) =>
      setList((old) => old && { ...old, loras: change(old.loras) }),
    [],
  );
  useEffect(reload, [reload]);
  useEffect(() => onConnection((connected) => connected && reload()), [reload]);
  useEffect(
    () =>
      onEvent('media-lora', (event) => {
        update((loras) =>
          'lora' in event ? withLora(loras, event.lora) : withoutLora(loras, event.removed),
        );
        if (loading.current) reload();
      }),
    [reload, update],
  );
  useRefresh(reload, list?.loras.some(({ state }) => state === 'training') ?? false);
  return {
    list,
    failed,
    reload,
    put(lora) {
      update((loras) => withLora(loras, viewOf(lora)));
      reload();
    },
    remove(id) {
      update((loras) => withoutLora(loras, id));
      reload();
    },
  };
}

function withLora(loras: readonly LoraView[], lora: LoraView): LoraView[] {
  const isListed = loras.some(({ id }) => id === lora.id);
  if (isListed) return loras.map((other) => (other.id === lora.id ? lora : other));
  return [lora, ...loras].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

function withoutLora(loras: readonly LoraView[], id: string): LoraView[] {
  return loras.filter((lora) => lora.id !== id);
}

/** Without what details have in addition. */
function viewOf(lora: LoraView): LoraView {
  const { id, name, triggerWord, state, waiting, images, steps, rank } = lora;
  const { createdAt, trainedAt, weightsBytes, elsewhere, jobId, coverUrl } = lora;
  const view = { id, name, triggerWord, state, waiting, images, steps, rank };
  return { ...view, createdAt, trainedAt, weightsBytes, elsewhere, jobId, coverUrl };
}

/** Live events come in bursts. */
const PAUSE_MS = 600;

export interface OneLora {
  /** Undefined until it is loaded. */
  lora: LoraDetails | undefined;
  /** There is no such LoRA, or it couldn't be loaded. */
  failure: 'gone' | 'away' | null;
  reload(): void;
  /** Applies a change that was made here; a load on its way is then repeated. */
  change(update: (lora: LoraDetails) => LoraDetails): void;
}

/** One LoRA with its images and its training, kept up to date by live events. */
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

  const change = useCallback((update: (lora: LoraDetails) => LoraDetails) => {
    setLora((old) => old && update(old));
    if (loading.current) again.current = true;
  }, []);

  useEffect(reload, [reload]);
  useEffect(() => onConnection((connected) => connected && reload()), [reload]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, PAUSE_MS);
    };
    const stops = [
      onEvent('media-lora', (event) => {
        if ('removed' in event) {
          if (event.removed === id) setFailure('gone');
          return;
        }
        const { lora: changed } = event;
        if (changed.id !== id) return;
        // The changes of this tab come as events too.
        setTimeout(() => {
          if (shown.current === undefined || !isSame(shown.current, changed)) reloadSoon();
        }, PAUSE_MS);
      }),
      onJobChange((job) => {
        if (job.kind !== 'lora' || job.request.loraId !== id) return;
        setLora((old) => old && { ...old, job: merged(old.job, job) });
        reloadSoon();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [id, reload]);
  useRefresh(reload, lora?.state === 'training');

  return { lora, failure, reload, change };
}

/** Whether what is shown of a LoRA is unchanged. */
function isSame(a: LoraView, b: LoraView): boolean {
  return (
    a.state === b.state &&
    a.waiting === b.waiting &&
    a.name === b.name &&
    a.triggerWord === b.triggerWord &&
    a.images === b.images &&
    a.steps === b.steps &&
    a.rank === b.rank &&
    a.jobId === b.jobId &&
    a.trainedAt === b.trainedAt &&
    a.weightsBytes === b.weightsBytes
  );
}

function merged(known: JobView | null, job: JobView): JobView {
  if (known === null || known.id !== job.id) return job;
  return mergeJob([known], job)[0] ?? job;
}
