import { Image, X } from 'lucide-react';
import { type ComponentType, createContext, useContext, useRef, useState } from 'react';

import { Button } from '~/ui/button';

/** How people choose an image, and how it is drawn. Images belong to another feature, so the routes pass both. */
export interface ImageParts {
  /** Fills its place, which is `relative`. */
  Shown: ComponentType<{ id: string }>;
  Picker: ComponentType<{ onChoose: (id: string) => void; onClose: () => void }>;
}

export interface PreviewImage extends ImageParts {
  /** Null when none was chosen. */
  imageId: string | null;
  choose: (imageId: string | null) => void;
}

/** The image in the previews of a page; null where there can be none. */
export const PreviewImageContext = createContext<PreviewImage | null>(null);

/** The image of a post, and the buttons to choose it. `add` opens the picker; null once there is an image. */
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
