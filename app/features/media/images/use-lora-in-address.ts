import { useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';

import type { ImageForm } from './image-form';

/** Chooses the LoRA that the address names, once: it is gone from the address then, so that another choice stays. */
export function useLoraInAddress(change: (news: Partial<ImageForm>) => void): void {
  const [search, setSearch] = useSearchParams();
  const loraId = search.get('lora');
  useEffect(() => {
    if (loraId === null) return;
    // After the draft of the form was brought back.
    const frame = requestAnimationFrame(() => {
      change({ loraId });
      const options = { replace: true, preventScrollReset: true };
      setSearch((old) => {
        old.delete('lora');
        return old;
      }, options);
    });
    return () => cancelAnimationFrame(frame);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `setSearch` is another one each time
  }, [loraId, change]);
}
