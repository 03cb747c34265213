import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';

/** The chosen image, shown at once; a choice that couldn't be stored is taken back. */
export function useImageChoice(
  loaded: string | null,
  store: (imageId: string | null) => Promise<unknown>,
): { imageId: string | null; choose: (imageId: string | null) => void } {
  const [from, setFrom] = useState(loaded);
  const [imageId, setImageId] = useState(loaded);
  if (from !== loaded) {
    setFrom(loaded);
    setImageId(loaded);
  }
  return {
    imageId,
    choose(chosen) {
      setImageId(chosen);
      store(chosen).catch((error: unknown) => {
        setImageId(imageId);
        showFailure(error, refusalText(error, 'We couldn’t save your choice. Try again.'));
      });
    },
  };
}
