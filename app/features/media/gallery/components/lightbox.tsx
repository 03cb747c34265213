import { Dialog as Radix } from 'radix-ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { ChevronLeft, ChevronRight, X } from '~/ui/shared-icons';
import { allowRadixStyles } from '~/ui/overlays/radix-styles';

import type { MediaNoun } from '../../media-text';
import type { ImageRequest, ItemView } from '../../media';
import type { Gallery } from '../use-gallery';
import { LightboxDetails } from './lightbox-details';
import { LightboxImage } from './lightbox-image';
import { VideoPlayer } from '../../videos/components/video-player';

allowRadixStyles();

/** When so few are left behind it, more are loaded. */
const FEW = 5;

const NONE: ItemView[] = [];

interface LightboxProps {
  gallery: Gallery;
  /** The id of the image that is shown; null while it is closed. */
  open: string | null;
  noun: MediaNoun;
  /** Whether some model can start from an image. */
  canEdit: boolean;
  onShow: (id: string | null) => void;
  /** It was closed by the person: this one gets the focus. */
  onReturn: (id: string) => void;
  onUse: (request: ImageRequest, seed: number | null) => void;
  onEdit: (item: ItemView) => void;
  onVary: (request: ImageRequest) => Promise<void>;
}

/** One image as large as there is room, with all that is known of it; the keys lead through the gallery. */
export function Lightbox({
  gallery,
  open,
  noun,
  canEdit,
  onShow,
  onReturn,
  onUse,
  onEdit,
  onVary,
}: LightboxProps) {
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
      // It was deleted, here or elsewhere: the one that took its place is next.
      onShow(items[Math.min(place.current, items.length - 1)]?.id ?? null);
      return;
    }
    place.current = index;
    if (hasMore && items.length - index <= FEW) loadMore();
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
    // A video that has the focus takes its keys itself.
    const isTaken = isField || target instanceof HTMLVideoElement;
    if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') show(index - 1);
    else if (event.key === 'ArrowRight') show(index + 1);
    else if (event.key === 'Home') show(0);
    else if (event.key === 'Delete' || event.key === 'Backspace') void remove();
    else if (event.key.toLowerCase() === 'f' && item) {
      void gallery.favourite(item, !item.favourite);
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
            // The whole of it: the arrow keys work, and no button is pressed by mistake.
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
                  {index + 1} of {items.length}
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
                canEdit={canEdit}
                removing={removing}
                onFavourite={() => void gallery.favourite(item, !item.favourite)}
                onRemove={() => void remove()}
                onUse={onUse}
                onEdit={() => onEdit(item)}
                onVary={onVary}
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

/** A video is not loaded before it is shown. */
function imageOr(item: ItemView | undefined): ItemView | undefined {
  return item?.kind === 'image' ? item : undefined;
}

interface StepProps {
  label: string;
  side: string;
  /** Not beside what is shown, where there is little room: a video has controls of its own there. */
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
      // It stays where it is at the end, so that the focus does.
      aria-disabled={!show || undefined}
      onClick={show ? onStep : undefined}
      className={`absolute! size-11! rounded-full! ${side} ${below ? 'max-sm:bottom-3 sm:top-1/2 sm:-translate-y-1/2' : 'top-1/2 -translate-y-1/2'} ${show ? '' : 'opacity-0'}`}
    >
      <Icon className="size-5" aria-hidden="true" />
    </Button>
  );
}
