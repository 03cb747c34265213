import { Image, X } from 'lucide-react';
import { type ReactNode, useContext, useRef, useState } from 'react';

import { Button } from '~/ui/button';

import { PreviewImageContext } from '../preview-image';

/** The image of a post or an article, and the buttons to choose it. `add` opens the picker; null once there is an image. */
export function usePreviewImage() {
  const context = useContext(PreviewImageContext);
  const [choosing, setChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (context === null) return { image: undefined, add: null, controls: null };
  const { imageId, choose, Shown, Picker } = context;
  const open = () => setChoosing(true);
  return {
    image: imageId === null ? undefined : <Shown key={imageId} id={imageId} />,
    add: imageId === null ? open : null,
    controls: (
      <div className="mb-2 flex flex-wrap items-center gap-1">
        <Button ref={opener} variant="ghost" size="sm" onClick={open}>
          <Image className="size-4" aria-hidden="true" />
          {imageId === null ? 'Add an image' : 'Change image'}
        </Button>
        {imageId !== null && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              choose(null);
              opener.current?.focus();
            }}
          >
            <X className="size-4" aria-hidden="true" />
            Remove image
          </Button>
        )}
        {choosing && (
          <Picker
            onChoose={(id) => {
              setChoosing(false);
              choose(id);
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </div>
    ),
  };
}

/** The image where a post or an article has one; nothing without it. */
export function Picture({ image, className }: { image: ReactNode; className: string }) {
  if (image === undefined) return null;
  return <div className={`relative overflow-hidden bg-sunken ${className}`}>{image}</div>;
}
