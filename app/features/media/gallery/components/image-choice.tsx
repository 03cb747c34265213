import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';

import type { ImagePickerProps } from './image-picker-window';

/** An image of the gallery by its id. It fills its place, which is `relative`. */
export function ShownImage({ id }: { id: string }) {
  const [failed, setFailed] = useState(false);
  const url = `/api/media/items/${id}/file`;
  if (failed) {
    return (
      <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-4 text-center text-sm text-muted">
        <ImageOff className="size-8" strokeWidth={1.5} aria-hidden="true" />
        This image was deleted.
      </p>
    );
  }
  return (
    <img
      src={`${url}?size=640`}
      srcSet={`${url}?size=640 640w, ${url}?size=1280 1280w`}
      sizes="28rem"
      alt="From your gallery"
      onError={() => setFailed(true)}
      className="absolute inset-0 size-full object-cover"
    />
  );
}

const load = () => import('./image-picker-window');

/** A dialog with the images of the gallery, newest first; its code is loaded when it opens. */
export function ImagePicker(props: ImagePickerProps) {
  const loaded = useLoadOnUse(load, true, props.onClose);
  return loaded === undefined ? null : <loaded.ImagePickerWindow {...props} />;
}
