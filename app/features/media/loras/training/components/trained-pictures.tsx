import { ChevronDown } from 'lucide-react';

import type { LoraImage } from '../../../media';
import { picturesText } from '../../lora-words';
import { PicturePreview } from '../../images/components/picture-preview';

/** The pictures of a training that goes on or is over: to be looked at only. */
export function TrainedPictures({
  pictures,
  title,
  open = false,
}: {
  pictures: readonly LoraImage[];
  title: string;
  /** Whether they are shown without being asked for. */
  open?: boolean;
}) {
  if (pictures.length === 0) return null;
  return (
    <details open={open} className="group border-t pt-3">
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          aria-hidden="true"
        />
        {title}: {picturesText(pictures.length)}
      </summary>
      <ul className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {pictures.map((picture) => (
          <li key={picture.id} className="text-sm">
            <PicturePreview picture={picture} />
            <p className="mt-1.5 line-clamp-4 text-xs text-muted wrap-anywhere">
              {picture.caption}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
