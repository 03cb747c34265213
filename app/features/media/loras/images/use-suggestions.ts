import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';

import type { LoraImage } from '../../media';
import { loraTexts } from '../texts';
import { loraImagesApi } from '../../media-requests';

export interface Suggestions {
  /** The image that a caption is being suggested for. */
  current: string | null;
  done: number;
  /** Of how many; 0 when none are being suggested. */
  of: number;
  suggest(trainingImages: readonly LoraImage[]): void;
  cancel(): void;
}

/** Captions by the AI, one image after the other. Each is saved as it arrives. */
export function useSuggestions(
  loraId: string,
  onCaption: (imageId: string, caption: string) => void,
): Suggestions {
  const [current, setCurrent] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const [of, setOf] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const suggest = useCallback(
    (trainingImages: readonly LoraImage[]) => {
      if (running.current !== null || trainingImages.length === 0) return;
      const abort = new AbortController();
      running.current = abort;
      setDone(0);
      setOf(trainingImages.length);
      const work = async () => {
        for (const { id } of trainingImages) {
          if (abort.signal.aborted) return;
          setCurrent(id);
          const params = { id: loraId, imageId: id };
          const { caption } = await loraImagesApi.post(
            '/api/media/loras/:id/images/:imageId/caption',
            { params, signal: abort.signal },
          );
          const body = { caption };
          await loraImagesApi.patch('/api/media/loras/:id/images/:imageId', { params, body });
          onCaption(id, caption);
          setDone((count) => count + 1);
        }
      };
      work()
        .catch((error: unknown) => {
          if (abort.signal.aborted) return;
          // The next ones would fail too.
          showFailure(error, refusalText(error, loraTexts.suggestFailed));
        })
        .finally(() => {
          if (running.current !== abort) return;
          running.current = null;
          setCurrent(null);
          setOf(0);
        });
    },
    [loraId, onCaption],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setCurrent(null);
    setOf(0);
  }, []);
  return { current, done, of, suggest, cancel };
}
