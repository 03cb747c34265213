import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';

import { LoadFailed, RoomFrame, RoomWaiting } from '../../components/room-frame';

const loadRoom = () => import('../../components/lora-room');

/** Where LoRAs are trained. All but its frame is loaded when it is looked at. */
export function TrainingPage({ title }: { title: string }) {
  const [search] = useSearchParams();
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);
  // Not on the server: what it shows is asked for in the browser.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setWanted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const room = useLoadOnUse(loadRoom, wanted, () => {
    setWanted(false);
    setFailed(true);
  });
  if (room !== undefined) return <room.LoraRoom title={title} loraId={search.get('lora')} />;
  return (
    <RoomFrame title={title}>
      {failed && !wanted ? (
        <LoadFailed
          text="This page could not be loaded."
          onRetry={() => {
            setFailed(false);
            setWanted(true);
          }}
        />
      ) : (
        <RoomWaiting />
      )}
    </RoomFrame>
  );
}
