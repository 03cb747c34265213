import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState, type TouchEvent } from 'react';

import type { ItemView } from '../../media';

/** So far a finger goes for another image. */
const SWIPE = 50;

interface LightboxImageProps {
  item: ItemView;
  before: ItemView | undefined;
  after: ItemView | undefined;
  /** A finger went across: 1 for the next image, -1 for the one before. */
  onSwipe: (step: 1 | -1) => void;
}

/** The image in the room there is: the small one at once, the large one when it is there. */
export function LightboxImage({ item, before, after, onSwipe }: LightboxImageProps) {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const began = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    // Who looks at this one looks at those beside it next.
    for (const other of [after, before]) {
      if (other) new Image().src = `${other.url}?size=1280`;
    }
  }, [before, after]);
  const ratio = item.width / item.height;

  function onTouchEnd({ changedTouches }: TouchEvent) {
    const touch = changedTouches[0];
    const from = began.current;
    began.current = null;
    if (!touch || !from) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
  }

  return (
    <div
      onTouchStart={({ touches }) => {
        const touch = touches[0];
        began.current =
          touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
      }}
      onTouchEnd={onTouchEnd}
      className="absolute inset-0 grid touch-pan-y place-items-center p-2 [container-type:size] sm:p-8"
    >
      {state === 'failed' ? (
        <p role="status" className="flex flex-col items-center gap-3 text-muted">
          <ImageOff className="size-8" aria-hidden="true" />
          This image could not be loaded.
        </p>
      ) : (
        <div
          style={{
            aspectRatio: ratio,
            width: `min(100%, calc((100cqh - 4rem) * ${ratio}), ${item.width}px)`,
          }}
          className="relative overflow-hidden rounded-sm shadow-overlay"
        >
          <img src={item.thumbUrl} alt="" className="absolute inset-0 size-full object-cover" />
          <img
            src={`${item.url}?size=1280`}
            srcSet={`${item.url}?size=640 640w, ${item.url}?size=1280 1280w, ${item.url} ${Math.max(item.width, item.height, 1_281)}w`}
            sizes="(min-width: 1024px) 70vw, 100vw"
            alt={item.prompt}
            onLoad={() => setState('there')}
            onError={() => setState('failed')}
            className={`absolute inset-0 size-full object-cover transition-opacity ${state === 'there' ? '' : 'opacity-0'}`}
          />
        </div>
      )}
    </div>
  );
}
