import { useCallback, useEffect, useRef, useState } from 'react';

import { isLive, onConnection, onMissed } from '~/engine/events';

import type { LoraList, LoraView } from '../media';
import { lorasApi } from '../media-requests';
import { onLoraNotice, viewOf, withLora } from './lora-list';

/** Where no live connection is to be had, one asks. */
const POLL_MS = 5_000;

export interface Loras {
  /** Undefined until it is there. */
  list: LoraList | undefined;
  failed: boolean;
  reload(): void;
  /** What was begun or changed here. */
  put(lora: LoraView): void;
  remove(id: string): void;
}

/** The person's LoRAs and what holds for all of them, kept true by live changes. */
export function useLoraList(): Loras {
  const [list, setList] = useState<LoraList>();
  const [failed, setFailed] = useState(false);
  // What was asked before something changed may not know of it.
  const version = useRef(0);
  const loading = useRef(false);
  const reload = useCallback(() => {
    version.current += 1;
    const asked = version.current;
    loading.current = true;
    lorasApi
      .get('/api/media/loras')
      .then(
        (loaded) => {
          if (asked !== version.current) return;
          setList(loaded);
          setFailed(false);
        },
        () => {
          if (asked === version.current) setFailed(true);
        },
      )
      .finally(() => {
        if (asked === version.current) loading.current = false;
      });
  }, []);
  const change = useCallback(
    (news: (loras: readonly LoraView[]) => LoraView[]) => {
      setList((old) => old && { ...old, loras: news(old.loras) });
      reload();
    },
    [reload],
  );
  useEffect(reload, [reload]);
  useEffect(() => onMissed(reload), [reload]);
  useEffect(() => onConnection((connected) => connected && reload()), [reload]);
  useEffect(
    () =>
      onLoraNotice((notice) => {
        const news = (loras: readonly LoraView[]) =>
          'lora' in notice
            ? withLora(loras, notice.lora)
            : loras.filter(({ id }) => id !== notice.removed);
        setList((old) => old && { ...old, loras: news(old.loras) });
        if (loading.current) reload();
      }),
    [reload],
  );
  const training = list?.loras.some(({ state }) => state === 'training') ?? false;
  useEffect(() => {
    if (!training) return;
    const timer = setInterval(() => {
      if (!isLive() && !document.hidden) reload();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [training, reload]);
  return {
    list,
    failed,
    reload,
    put: (lora) => change((loras) => withLora(loras, viewOf(lora))),
    remove: (id) => change((loras) => loras.filter((lora) => lora.id !== id)),
  };
}
