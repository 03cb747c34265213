import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlays/dialog';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { mergePage } from '../../gallery/gallery-list';
import { referenceTo, type Reference } from '../form';
import type { ItemPage } from '../../media';
import { requestItems } from '../../media-requests';
import { pageTexts } from '../../page-texts';
import { Thumbnail } from './media-parts';

const GRID = 'grid grid-cols-3 gap-2 sm:grid-cols-4';

interface ReferencePickerProps {
  open: boolean;
  title: string;
  description: string;
  onOpenChange: (open: boolean) => void;
  onPick: (reference: Reference) => void;
}

/** A dialog with the person's images. Loaded when it is first opened. */
export function ReferencePicker({
  open,
  title,
  description,
  onOpenChange,
  onPick,
}: ReferencePickerProps) {
  const [list, setList] = useState<ItemPage | null>(null);
  const [failed, setFailed] = useState(false);
  const [loading, setLoading] = useState(false);
  const current = useRef(0);

  const load = useCallback((before: string | null) => {
    current.current += 1;
    const request = current.current;
    requestItems({ kind: 'image' }, before).then(
      (page) => {
        if (request !== current.current) return;
        setLoading(false);
        setList((old) => (old === null || before === null ? page : mergePage(old, page)));
      },
      (error: unknown) => {
        if (request !== current.current) return;
        setLoading(false);
        setFailed(true);
        showFailure(error, pageTexts.loadFailed);
      },
    );
  }, []);
  useEffect(() => {
    if (open) load(null);
  }, [open, load]);
  function reload(before: string | null) {
    setFailed(false);
    setLoading(true);
    load(before);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {list === null ? (
        failed ? (
          <div className="grid h-40 place-items-center">
            <Button onClick={() => reload(null)}>Try again</Button>
          </div>
        ) : (
          <SkeletonList
            label="Loading your images…"
            count={8}
            shape="aspect-square"
            className={GRID}
          />
        )
      ) : list.items.length === 0 ? (
        <p className="py-8 text-center text-sm text-muted">No images yet. Upload one instead.</p>
      ) : (
        <div className="-mx-2 max-h-[60dvh] overflow-y-auto px-2 py-1">
          <ul aria-label="Your images" className={GRID}>
            {list.items.map((item) => (
              <li key={item.id}>
                <button
                  type="button"
                  onClick={() => onPick(referenceTo(item.id))}
                  className="relative block aspect-square w-full overflow-hidden rounded-md bg-sunken hover:opacity-85"
                >
                  <Thumbnail item={item} />
                </button>
              </li>
            ))}
          </ul>
          {list.cursor !== null && (
            <div className="mt-3 text-center">
              <Button
                variant="secondary"
                size="sm"
                pending={loading}
                onClick={() => reload(list.cursor)}
              >
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
