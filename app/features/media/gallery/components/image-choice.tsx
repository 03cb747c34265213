import { useState } from 'react';

import { imageSources } from '~/ui/display/image-sources';
import { useLoadOnUse } from '~/ui/load-on-use';

import { ImageLoadFailed } from '../../studio/components/load-failed';
import type { ImagePickerProps } from './image-picker-window';

/** An image of the gallery by its id. It fills its place, which is `relative`. */
export function ShownImage({ id }: { id: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <div className="absolute inset-0 grid place-content-center overflow-y-auto p-4">
        <ImageLoadFailed onRetry={() => setFailed(false)} />
      </div>
    );
  }
  return (
    <img
      {...imageSources(`/api/media/items/${id}/file`)}
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
