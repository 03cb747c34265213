import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import type { LoraImage } from '../../../media';

/** A picture as a square. */
export function PicturePreview({ picture }: { picture: LoraImage }) {
  const [failed, setFailed] = useState(false);
  return (
    <div className="grid aspect-square place-items-center overflow-hidden rounded-lg bg-sunken">
      {failed ? (
        <ImageOff role="img" aria-label={picture.name} className="size-6 text-muted" />
      ) : (
        <img
          src={picture.thumbUrl}
          alt={picture.name}
          loading="lazy"
          width={320}
          height={320}
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
