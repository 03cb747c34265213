import { useCallback, useState } from 'react';

import { Images } from '~/ui/display/shared-icons';
import { useLoadOnUse } from '~/ui/load-on-use';

import { SETTINGS_CHIP } from '../answers/components/settings-line';
import type { LoadMessageImages } from './message-image';

interface ChosenImageProps {
  itemId: string;
  load: LoadMessageImages;
  onRemove: () => void;
}

/** The image of the gallery that the next message is about. */
export function ChosenImage({ load, ...shown }: ChosenImageProps) {
  const part = useLoadOnUse(load, true);
  return part ? <part.ChosenImage {...shown} /> : null;
}

interface ImageButtonProps {
  load: LoadMessageImages;
  onChoose: (itemId: string) => void;
}

/** Lets a person choose an image of the gallery that the next message is about. */
export function ImageButton({ load, onChoose }: ImageButtonProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const part = useLoadOnUse(load, open, close);
  return (
    <>
      <button
        type="button"
        aria-label="Image from your gallery"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${SETTINGS_CHIP} shrink-0`}
      >
        <Images className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="max-[430px]:hidden">Image</span>
      </button>
      {open && part && (
        <part.ImagePicker
          onClose={close}
          onChoose={(itemId) => {
            close();
            onChoose(itemId);
          }}
        />
      )}
    </>
  );
}
