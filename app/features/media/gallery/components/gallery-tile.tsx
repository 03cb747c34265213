import { Heart, ImageOff, Play } from 'lucide-react';
import { memo, useState } from 'react';

import { formatPlayTime } from '~/lib/format/play-time';
import type { ItemView } from '../../media';
import { BlurUp, useLoaded } from '../../studio/components/media-parts';
import { usePoster } from '../../videos/use-poster';

import { Check } from '~/ui/display/shared-icons';

export interface TileActions {
  open(item: ItemView): void;
  /** `upTo`: with all items since the last selected one. */
  toggle(item: ItemView, upTo: boolean): void;
  favorite(item: ItemView, favorite: boolean): void;
  focus(item: ItemView): void;
}

interface GalleryTileProps {
  item: ItemView;
  left: number;
  top: number;
  width: number;
  height: number;
  /** The number of items of its day, and its position among them. */
  size: number;
  position: number;
  /** Tab leads to this item. */
  isStop: boolean;
  selecting: boolean;
  selected: boolean;
  on: TileActions;
}

const CORNER = 'absolute top-1.5 grid transition-opacity touch:top-0 touch:size-11';
const CIRCLE = 'm-auto grid size-8 place-items-center rounded-full bg-scrim text-on-scrim';

/** The id of the element that opens an item. */
export function tileId(id: string): string {
  return `image-${id}`;
}

export const GalleryTile = memo(function GalleryTile({
  item,
  left,
  top,
  width,
  height,
  size,
  position,
  isStop,
  selecting,
  selected,
  on,
}: GalleryTileProps) {
  const [failed, setFailed] = useState<string | null>(null);
  usePoster(item);
  const { loaded, ref, onLoad } = useLoaded();
  const tabIndex = isStop ? 0 : -1;
  const onPointer = 'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100';
  return (
    <li
      aria-setsize={size}
      aria-posinset={position}
      style={{ left, top, width, height }}
      onFocus={() => on.focus(item)}
      className="group absolute"
    >
      <button
        type="button"
        id={tileId(item.id)}
        tabIndex={tabIndex}
        aria-pressed={selecting ? selected : undefined}
        onClick={(event) => {
          if (selecting) on.toggle(item, event.shiftKey);
          else on.open(item);
        }}
        className={`relative block size-full overflow-hidden rounded-md bg-sunken transition-[scale] ${selected ? 'scale-94 ring-3 ring-accent' : ''}`}
      >
        {item.thumbUrl === '' || failed === item.thumbUrl ? (
          <span className="grid size-full place-items-center text-muted">
            {item.kind === 'image' && <ImageOff className="size-6" aria-hidden="true" />}
            <span className="sr-only">{item.prompt}</span>
          </span>
        ) : (
          <img
            ref={ref}
            src={item.thumbUrl}
            srcSet={`${item.thumbUrl} 320w, ${item.url}?size=640 640w`}
            sizes={`${Math.round(Math.max(width, height))}px`}
            alt={item.prompt}
            loading="lazy"
            decoding="async"
            onLoad={onLoad}
            onError={() => setFailed(item.thumbUrl)}
            className="size-full object-cover transition-[scale] duration-150 group-hover:scale-[1.02]"
          />
        )}
        <BlurUp placeholder={item.placeholder} loaded={loaded || failed === item.thumbUrl} />
        {item.durationMs !== null && (
          <>
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-scrim text-on-scrim"
            >
              <Play className="size-5 translate-x-px fill-current" />
            </span>
            <span className="pointer-events-none absolute right-1.5 bottom-1.5 rounded-sm bg-scrim px-1.5 py-0.5 text-xs text-on-scrim tabular-nums">
              <span className="sr-only">Video, </span>
              {formatPlayTime(item.durationMs)}
            </span>
          </>
        )}
      </button>
      {selecting ? (
        <span
          aria-hidden="true"
          className={`pointer-events-none absolute top-1.5 left-1.5 grid size-6 place-items-center rounded-full border-2 ${selected ? 'border-accent bg-accent text-on-accent' : 'border-on-scrim bg-scrim'}`}
        >
          {selected && <Check className="size-4" />}
        </span>
      ) : (
        <>
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={`Select this ${item.kind}`}
            onClick={() => on.toggle(item, false)}
            // Without a pointer, the button above the gallery leads to the same.
            className={`${CORNER} ${onPointer} left-1.5 touch:left-0 [@media(hover:none)]:hidden`}
          >
            <span className={CIRCLE}>
              <Check className="size-4" aria-hidden="true" />
            </span>
          </button>
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label="Favorite"
            aria-pressed={item.favourite}
            onClick={() => on.favorite(item, !item.favourite)}
            className={`${CORNER} ${item.favourite ? '' : `${onPointer} [@media(hover:none)]:opacity-100`} right-1.5 touch:right-0`}
          >
            <span className={CIRCLE}>
              <Heart
                className={`size-4 ${item.favourite ? 'fill-current' : ''}`}
                aria-hidden="true"
              />
            </span>
          </button>
        </>
      )}
    </li>
  );
});
