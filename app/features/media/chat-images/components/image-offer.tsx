import { useState } from 'react';

import { isLive } from '~/engine/events';
import { type Refused, refusedBy, RefusedNote, useTokens } from '~/features/billing';
import type { ImageOfferProps } from '~/features/chat';
import { formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { Images } from '~/ui/display/shared-icons';
import { useReload } from '~/ui/use-reload';

import { messageImagesApi } from '../../media-requests';
import { pageTexts } from '../../page-texts';

/** Asks whether an image is to be made for an answer, and says what it costs. */
export function ImageOffer({ messageId, offer, price, onClose }: ImageOfferProps) {
  const metered = useTokens() !== null;
  const reload = useReload();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  function make() {
    setPending(true);
    const params = { id: messageId };
    messageImagesApi.post('/api/media/answers/:id/image', { params }).then(
      () => {
        onClose();
        // Otherwise a live event brings it.
        if (!isLive()) reload();
      },
      (error: unknown) => {
        setRefused(refusedBy(error, pageTexts.imageFailed));
        setPending(false);
      },
    );
  }
  return (
    <section
      aria-label="Image"
      className="flex animate-rise-in flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border bg-raised px-4 py-2 text-sm"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2">
        <Images className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span>
          {offer === 'make' ? 'Create an image for this?' : 'Edit this image?'}
          {metered && price > 0 && (
            <span className="text-muted"> · {formatCount(price, 'token')}</span>
          )}
        </span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" pending={pending} onClick={make}>
          {offer === 'make' ? 'Create image' : 'Edit image'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          No, thanks
        </Button>
      </div>
      {refused && (
        <div className="basis-full">
          <RefusedNote refused={refused} />
        </div>
      )}
    </section>
  );
}
