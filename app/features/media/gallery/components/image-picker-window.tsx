import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { Dialog } from '~/ui/overlays/dialog';

import type { ItemPage } from '../../media';
import { requestItems } from '../../media-requests';
import { pageTexts } from '../../page-texts';
import { LoadFailed } from '../../studio/components/load-failed';
import { Thumbnail } from '../../studio/components/media-parts';
import { mergePage } from '../gallery-list';

const IMAGES = { kind: 'image' } as const;

export interface ImagePickerProps {
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** A dialog with the images of the gallery, newest first. */
export function ImagePickerWindow({ onChoose, onClose }: ImagePickerProps) {
  const { page, failed, loading, loadMore } = useImages();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Choose an image"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {page?.items.length === 0 && (
        <div className="space-y-4 py-6 text-center">
          <p className="text-muted">You have no images yet.</p>
          <Link to="/media-creator" className={buttonClass({ variant: 'secondary' })}>
            Create an image
          </Link>
        </div>
      )}
      {page !== null && page.items.length > 0 && (
        <ul aria-label="Your images" className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {page.items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => onChoose(item.id)}
                className="relative block aspect-square w-full overflow-hidden rounded-md bg-sunken"
              >
                <Thumbnail item={item} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex justify-center">
        {failed ? (
          <LoadFailed text={pageTexts.loadFailed} onRetry={loadMore} />
        ) : page === null ? (
          <p role="status" className="flex items-center gap-2 py-6 text-sm text-muted">
            <SpinnerIcon />
            Loading your images…
          </p>
        ) : (
          page.cursor !== null && (
            <Button variant="secondary" size="sm" pending={loading} onClick={loadMore}>
              Show more
            </Button>
          )
        )}
      </div>
    </Dialog>
  );
}

function useImages() {
  const [page, setPage] = useState<ItemPage | null>(null);
  const [wanted, setWanted] = useState<{ before: string | null }>({ before: null });
  const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading');
  useEffect(() => {
    const abort = new AbortController();
    requestItems(IMAGES, wanted.before, abort.signal).then(
      (next) => {
        setPage((old) => (old === null ? next : mergePage(old, next)));
        setState('loaded');
      },
      () => {
        if (!abort.signal.aborted) setState('failed');
      },
    );
    return () => abort.abort();
  }, [wanted]);
  return {
    page,
    failed: state === 'failed',
    loading: state === 'loading',
    loadMore() {
      setState('loading');
      setWanted({ before: page?.cursor ?? null });
    },
  };
}
