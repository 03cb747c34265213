import { ImageOff } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';

import { formatNumber } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { ChevronLeft, ChevronRight, X } from '~/ui/display/shared-icons';
import { allowRadixStyles } from '~/ui/overlays/radix-styles';

import type { MediaNoun } from '../../media-text';
import type { ItemView } from '../../media';
import { BlurUp } from '../../studio/components/media-parts';
import type { Gallery } from '../use-gallery';
import { type ImageActions, LightboxDetails } from './lightbox-details';
import { VideoPlayer } from '../../videos/components/video-player';

allowRadixStyles();

/** When no more than these are left after the item, the next page is loaded. */
const FEW_LEFT = 5;

const NONE: ItemView[] = [];

interface LightboxProps {
  gallery: Gallery;
  /** The id of the item that is shown; null while it is closed. */
  open: string | null;
  noun: MediaNoun;
  /** Null where there are no images. */
  imageActions: ImageActions | null;
  onShow: (id: string | null) => void;
  /** The person closed it: this item gets the focus. */
  onReturn: (id: string) => void;
}

/** An item as large as fits, with its details; the keys lead through the gallery. */
export function Lightbox({ gallery, open, noun, imageActions, onShow, onReturn }: LightboxProps) {
  const items = gallery.list?.items ?? NONE;
  const index = items.findIndex(({ id }) => id === open);
  const item = items[index];
  const place = useRef(0);
  const returnTo = useRef<string | null>(null);
  const [removing, setRemoving] = useState(false);

  const { loadMore } = gallery;
  const hasMore = gallery.list?.cursor != null && !gallery.failed;
  useEffect(() => {
    if (open === null) return;
    if (index < 0) {
      // It was deleted, here or elsewhere: the one that took its place is shown.
      onShow(items[Math.min(place.current, items.length - 1)]?.id ?? null);
      return;
    }
    place.current = index;
    if (hasMore && items.length - index <= FEW_LEFT) loadMore();
  }, [open, index, items, hasMore, loadMore, onShow]);

  const show = (at: number) => {
    const next = items[at];
    if (next) onShow(next.id);
  };
  async function remove() {
    if (!item || removing) return;
    setRemoving(true);
    await gallery.remove([item]);
    setRemoving(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    // A focused video handles its keys itself.
    const handlesKeys = isField || target instanceof HTMLVideoElement;
    if (handlesKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') show(index - 1);
    else if (event.key === 'ArrowRight') show(index + 1);
    else if (event.key === 'Home') show(0);
    else if (event.key === 'Delete' || event.key === 'Backspace') void remove();
    else if (event.key.toLowerCase() === 'f' && item) {
      void gallery.favorite(item, !item.favourite);
    } else return;
    event.preventDefault();
  }

  return (
    <Radix.Root
      open={item !== undefined}
      onOpenChange={() => {
        returnTo.current = item?.id ?? null;
        onShow(null);
      }}
    >
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            // On the window itself: the arrow keys work, and no button is pressed by mistake.
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (returnTo.current !== null) onReturn(returnTo.current);
            returnTo.current = null;
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-40 flex animate-fade-in flex-col overflow-y-auto bg-surface outline-none lg:flex-row lg:overflow-hidden"
        >
          <Radix.Title className="sr-only">
            {item?.kind === 'video' ? 'Video' : 'Image'}
          </Radix.Title>
          {item && (
            <>
              <div className="relative h-[65dvh] shrink-0 bg-sunken lg:h-auto lg:min-w-0 lg:flex-1 lg:shrink">
                {item.kind === 'video' ? (
                  <VideoPlayer key={item.id} item={item} />
                ) : (
                  <LightboxImage
                    key={item.id}
                    item={item}
                    before={imageOr(items[index - 1])}
                    after={imageOr(items[index + 1])}
                    onSwipe={(step) => show(index + step)}
                  />
                )}
                <p
                  role="status"
                  className="absolute top-4 left-4 rounded-full bg-scrim px-3 py-1 text-xs text-on-scrim tabular-nums"
                >
                  {formatNumber(index + 1)} of {formatNumber(items.length)}
                  {hasMore && '+'}
                </p>
                <Step
                  label={`Previous ${noun.one}`}
                  side="left-3"
                  below={item.kind === 'video'}
                  show={index > 0}
                  onStep={() => show(index - 1)}
                />
                <Step
                  label={`Next ${noun.one}`}
                  side="right-3"
                  below={item.kind === 'video'}
                  show={index < items.length - 1}
                  onStep={() => show(index + 1)}
                />
              </div>
              <LightboxDetails
                key={`details-${item.id}`}
                item={item}
                imageActions={imageActions}
                removing={removing}
                onFavorite={() => void gallery.favorite(item, !item.favourite)}
                onRemove={() => void remove()}
              />
              <Radix.Close
                aria-label="Close"
                className={`${buttonClass({ variant: 'secondary', size: 'icon' })} fixed! top-3 right-3 z-10`}
              >
                <X className="size-4" aria-hidden="true" />
              </Radix.Close>
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The neighbor, if it is an image: videos aren't loaded in advance. */
function imageOr(item: ItemView | undefined): ItemView | undefined {
  return item?.kind === 'image' ? item : undefined;
}

/** How far a finger moves to show another item, in pixels. */
const SWIPE_PX = 50;

interface LightboxImageProps {
  item: ItemView;
  before: ItemView | undefined;
  after: ItemView | undefined;
  /** 1 for the next item, -1 for the previous one. */
  onSwipe: (step: 1 | -1) => void;
}

/** An image as large as fits: the small version at once, the large one when it is loaded. */
function LightboxImage({ item, before, after, onSwipe }: LightboxImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const start = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    // The neighbors are likely to be viewed next.
    for (const other of [after, before]) {
      if (other) new Image().src = `${other.url}?size=1280`;
    }
  }, [before, after]);
  const ratio = item.width / item.height;

  function onTouchEnd({ changedTouches }: TouchEvent) {
    const touch = changedTouches[0];
    const from = start.current;
    start.current = null;
    if (!touch || !from) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
  }

  return (
    <div
      onTouchStart={({ touches }) => {
        const touch = touches[0];
        start.current =
          touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
      }}
      onTouchEnd={onTouchEnd}
      className="absolute inset-0 grid touch-pan-y place-items-center p-2 [container-type:size] sm:p-8"
    >
      {state === 'failed' ? (
        <p role="status" className="flex flex-col items-center gap-3 text-muted">
          <ImageOff className="size-8" aria-hidden="true" />
          This image couldn’t be loaded.
        </p>
      ) : (
        <div
          style={{
            aspectRatio: ratio,
            width: `min(100%, calc((100cqh - 4rem) * ${ratio}), ${item.width}px)`,
          }}
          className="relative overflow-hidden rounded-sm bg-sunken shadow-overlay"
        >
          <BlurUp placeholder={item.placeholder} loaded={false} />
          <img src={item.thumbUrl} alt="" className="absolute inset-0 size-full object-cover" />
          <img
            src={`${item.url}?size=1280`}
            srcSet={`${item.url}?size=640 640w, ${item.url}?size=1280 1280w, ${item.url} ${Math.max(item.width, item.height, 1_281)}w`}
            sizes="(min-width: 1024px) 70vw, 100vw"
            alt={item.prompt}
            onLoad={() => setState('loaded')}
            onError={() => setState('failed')}
            className={`absolute inset-0 size-full object-cover transition-opacity ${state === 'loaded' ? '' : 'opacity-0'}`}
          />
        </div>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  side: string;
  /** Below the item on small screens, because a video has controls of its own beside it. */
  below: boolean;
  show: boolean;
  onStep: () => void;
}

function Step({ label, side, below, show, onStep }: StepProps) {
  const Icon = side.startsWith('left') ? ChevronLeft : ChevronRight;
  return (
    <Button
      variant="secondary"
      size="icon"
      aria-label={label}
      // At the end it stays in place, so that it keeps the focus.
      aria-disabled={!show || undefined}
      onClick={show ? onStep : undefined}
      className={`absolute! size-11! rounded-full! ${side} ${below ? 'max-sm:bottom-3 sm:top-1/2 sm:-translate-y-1/2' : 'top-1/2 -translate-y-1/2'} ${show ? '' : 'opacity-0'}`}
    >
      <Icon className="size-5" aria-hidden="true" />
    </Button>
  );
}
