import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { GrowingArea } from '~/ui/forms/growing-area';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { X } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { refusalText } from '~/http/client';

import type { LoraImage } from '../../../media';
import { loraTexts } from '../../texts';
import { loraImagesApi } from '../../../media-requests';
import { MAX_CAPTION } from '../../lora';
import { useSavedText, type Unsaved } from '../use-saved-text';
import { ImagePreview, SaveState } from '../../components/lora-parts';

interface ImageCardProps {
  loraId: string;
  image: LoraImage;
  unsaved: Unsaved;
  /** A caption for it is being suggested. */
  suggesting: boolean;
  /** Captions are being suggested. */
  busy: boolean;
  /** Null where captions can't be suggested. */
  onSuggest: (() => void) | null;
  onCaption: (caption: string) => void;
  onRemoved: () => void;
}

/** The name of a caption's draft. */
export function captionName(loraId: string, imageId: string): string {
  return `lora:${loraId}:caption:${imageId}`;
}

export function TrainingImageCard({
  loraId,
  image,
  unsaved,
  suggesting,
  busy,
  onSuggest,
  onCaption,
  onRemoved,
}: ImageCardProps) {
  const field = useId();
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  const params = { id: loraId, imageId: image.id };
  const caption = useSavedText({
    value: image.caption,
    name: captionName(loraId, image.id),
    unsaved,
    send: async (text) => {
      const body = { caption: text };
      await loraImagesApi.patch('/api/media/loras/:id/images/:imageId', { params, body });
      onCaption(text);
    },
    failedText: loraTexts.captionFailed,
  });

  async function remove() {
    setRemoving(true);
    try {
      await loraImagesApi.del('/api/media/loras/:id/images/:imageId', { params });
      onRemoved();
    } catch (error) {
      showFailure(error, refusalText(error, loraTexts.removeFailed));
      setRemoving(false);
      setAsking(false);
    }
  }

  return (
    <li className="min-w-0 animate-fade-in">
      <div className="relative">
        <ImagePreview image={image} />
        <button
          type="button"
          aria-label={`Remove ${image.name}`}
          aria-disabled={removing || undefined}
          onClick={() => {
            if (removing) return;
            if (caption.text.trim() === '') void remove();
            else setAsking(true);
          }}
          className="absolute top-2 right-2 grid size-9 place-items-center rounded-md bg-scrim text-on-scrim hover:bg-danger touch:size-11"
        >
          {removing ? <SpinnerIcon /> : <X className="size-4" aria-hidden="true" />}
        </button>
      </div>
      <label htmlFor={field} className="sr-only">
        Caption of {image.name}
      </label>
      <GrowingArea
        id={field}
        rows={3}
        maxLength={MAX_CAPTION}
        value={caption.text}
        placeholder="What else is in this image?"
        aria-invalid={caption.error !== null || undefined}
        aria-describedby={`${field}-state`}
        onChange={(event) => caption.type(event.target.value)}
        onBlur={() => void caption.save()}
        className="mt-2 block max-h-48 min-h-20 w-full resize-y rounded-md border border-border-strong bg-field px-2.5 py-2 text-sm placeholder:text-muted hover:border-text/60 focus:border-ring aria-invalid:border-danger"
      />
      <div className="flex min-h-8 items-center justify-between gap-2">
        <div id={`${field}-state`} className="min-w-0">
          {caption.error === null ? (
            <SaveState state={caption.state} />
          ) : (
            <p role="alert" className="text-xs text-danger">
              {caption.error}{' '}
              <button
                type="button"
                onClick={() => void caption.save()}
                className="rounded-sm underline"
              >
                Try again
              </button>
            </p>
          )}
        </div>
        {suggesting ? (
          <span role="status" className="inline-flex items-center gap-1.5 text-xs text-muted">
            <SpinnerIcon /> Writing…
          </span>
        ) : (
          caption.text === '' &&
          onSuggest !== null && (
            <Button
              variant="ghost"
              size="sm"
              disabled={busy}
              onClick={onSuggest}
              className="-mr-2 text-xs"
            >
              <Sparkles className="size-3.5" aria-hidden="true" />
              Suggest<span className="sr-only"> a caption for {image.name}</span>
            </Button>
          )
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove “${image.name}”?`}
        text="This also removes its caption and can’t be undone."
        confirmLabel="Remove"
        danger
        pending={removing}
        onConfirm={() => void remove()}
      />
    </li>
  );
}
