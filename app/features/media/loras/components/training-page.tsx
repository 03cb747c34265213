import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';

import { LoadFailed } from '../../studio/components/load-failed';
import { CardsLoading, LoraFrame } from './lora-frame';

const loadPage = () => import('./lora-page');

/** The page on which LoRAs are trained. Everything but its frame is loaded when it is shown. */
export function TrainingPage({ title }: { title: string }) {
  const [search] = useSearchParams();
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);
  // Not on the server: the browser loads what it shows.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setWanted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const page = useLoadOnUse(loadPage, wanted, () => {
    setWanted(false);
    setFailed(true);
  });
  if (page !== undefined) return <page.LoraPages title={title} loraId={search.get('lora')} />;
  return (
    <LoraFrame title={title}>
      {failed && !wanted ? (
        <LoadFailed
          text="This page couldn’t be loaded."
          onRetry={() => {
            setFailed(false);
            setWanted(true);
          }}
        />
      ) : (
        <CardsLoading />
      )}
    </LoraFrame>
  );
}
