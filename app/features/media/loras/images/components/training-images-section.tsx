import { FolderUp, ImagePlus, Sparkles } from 'lucide-react';
import { useCallback, useEffect, useRef, type RefObject } from 'react';

import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { LoraDetails, LoraList } from '../../../media';
import { isClutter, useDroppedImages } from '../use-dropped-images';
import type { OneLora } from '../../use-loras';
import type { Unsaved } from '../use-saved-text';
import { useSuggestions } from '../use-suggestions';
import { refusalOf, useUploadQueue } from '../use-upload-queue';
import { DropNote } from '../../../studio/components/media-parts';
import { captionName, TrainingImageCard } from './training-image-card';
import { UploadList } from './upload-list';

interface TrainingImagesSectionProps {
  heading: RefObject<HTMLHeadingElement>;
  lora: LoraDetails;
  limits: LoraList['limits'];
  /** Whether captions can be suggested. */
  captions: boolean;
  unsaved: Unsaved;
  isMissing: boolean;
  change: OneLora['change'];
  /** An image was added. */
  onArrived: () => void;
}

/** The images that a LoRA learns from, with their captions, and the uploads. */
export function TrainingImagesSection({
  heading,
  lora,
  limits,
  captions,
  unsaved,
  isMissing,
  change,
  onArrived,
}: TrainingImagesSectionProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const { queue, files: queued } = useUploadQueue(lora.id);
  const { pictures: images } = lora;

  const arrived = useRef(onArrived);
  useEffect(() => {
    arrived.current = onArrived;
  });
  useEffect(
    () =>
      queue.onArrived((image) => {
        change((old) => {
          if (old.pictures.some(({ id }) => id === image.id)) return old;
          return { ...old, pictures: [...old.pictures, image], images: old.pictures.length + 1 };
        });
        arrived.current();
      }),
    [queue, change],
  );

  const waiting = queued.filter(({ state }) => state !== 'failed').length;
  const room = limits.max - images.length - waiting;
  const take = useCallback(
    (files: readonly File[]) => {
      let left = room;
      const chosen = files.filter((file) => !isClutter(file));
      queue.add(chosen, (file) => {
        const refusal = refusalOf(file, limits, left);
        if (refusal === null) left -= 1;
        return refusal;
      });
    },
    [queue, limits, room],
  );
  const dragging = useDroppedImages(take);

  const onCaption = useCallback(
    (imageId: string, caption: string) =>
      change((old) => ({
        ...old,
        pictures: old.pictures.map((one) => (one.id === imageId ? { ...one, caption } : one)),
      })),
    [change],
  );
  const suggestions = useSuggestions(lora.id, onCaption);
  const uncaptioned = images.filter(({ caption }) => caption === '');

  function picked(input: HTMLInputElement) {
    take([...(input.files ?? [])]);
    input.value = '';
  }

  return (
    <section aria-labelledby="training-images">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2
          id="training-images"
          ref={heading}
          tabIndex={-1}
          className="font-display text-xl font-semibold outline-none"
        >
          Images
        </h2>
        <p
          className={`text-sm tabular-nums ${isMissing ? 'text-danger' : 'text-muted'}`}
          role="status"
        >
          {images.length} of {limits.min}–{limits.max}
        </p>
      </div>
      {isMissing && (
        <p role="alert" className="mt-1 text-sm text-danger">
          Add at least {limits.min} images.
        </p>
      )}
      <div className="mt-3 rounded-xl border border-dashed border-border-strong/60 p-4">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => fileInput.current?.click()}>
            <ImagePlus className="size-4" aria-hidden="true" />
            Add images
          </Button>
          <Button variant="secondary" size="sm" onClick={() => folderInput.current?.click()}>
            <FolderUp className="size-4" aria-hidden="true" />
            Add a folder
          </Button>
        </div>
        <p className="mt-2.5 text-sm text-pretty text-muted">
          Or drop or paste them anywhere on this page. PNG, JPEG, or WebP, at least {limits.minEdge}{' '}
          pixels on each side. Show the same thing from different angles and in different places.
        </p>
        <input
          ref={fileInput}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp"
          aria-label="Image files"
          onChange={({ currentTarget }) => picked(currentTarget)}
        />
        <input
          ref={folderInput}
          type="file"
          hidden
          multiple
          aria-label="Image folder"
          {...{ webkitdirectory: '' }}
          onChange={({ currentTarget }) => picked(currentTarget)}
        />
      </div>
      {queued.length > 0 && <UploadList queue={queue} files={queued} />}
      {images.length > 0 && (
        <>
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-52 flex-1 text-sm text-pretty text-muted">
              Caption everything except what your LoRA should learn: the place, the light, the
              angle. Leave out the trigger word.
            </p>
            {suggestions.of > 1 ? (
              <div className="flex items-center gap-3">
                <p role="status" className="flex items-center gap-2 text-sm tabular-nums">
                  <SpinnerIcon />
                  {suggestions.done} of {suggestions.of} captions
                </p>
                <Button variant="ghost" size="sm" onClick={suggestions.cancel}>
                  Stop
                </Button>
              </div>
            ) : (
              captions &&
              uncaptioned.length > 0 && (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={suggestions.of > 0}
                  onClick={() =>
                    suggestions.suggest(
                      uncaptioned.filter(({ id }) => !unsaved.has(captionName(lora.id, id))),
                    )
                  }
                >
                  <Sparkles className="size-4" aria-hidden="true" />
                  Suggest{' '}
                  {uncaptioned.length === 1 ? 'a caption' : `${uncaptioned.length} captions`}
                </Button>
              )
            )}
          </div>
          <ul
            aria-label="Training images"
            className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
          >
            {images.map((source) => (
              <TrainingImageCard
                key={source.id}
                loraId={lora.id}
                image={source}
                unsaved={unsaved}
                suggesting={suggestions.current === source.id}
                busy={suggestions.of > 0}
                onSuggest={captions ? () => suggestions.suggest([source]) : null}
                onCaption={(caption) => onCaption(source.id, caption)}
                onRemoved={() => {
                  change((old) => {
                    const others = old.pictures.filter(({ id }) => id !== source.id);
                    return { ...old, pictures: others, images: others.length };
                  });
                  requestAnimationFrame(() => heading.current?.focus());
                }}
              />
            ))}
          </ul>
        </>
      )}
      {dragging && <DropNote text="Drop images or a folder to add them" />}
    </section>
  );
}
