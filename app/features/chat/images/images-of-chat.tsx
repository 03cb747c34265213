import { createContext, type ReactNode, useContext, useMemo } from 'react';

import { useLoadOnUse } from '~/ui/load-on-use';

import { useMessageImages } from './live-images';
import type { LoadMessageImages, MessageImage, MessageImagesProps } from './message-image';

interface Parts extends Pick<MessageImagesProps, 'onChoose'> {
  load: LoadMessageImages;
}

const PartsContext = createContext<Parts | null>(null);

/** Tells the messages of a chat what shows their images, which belongs to another feature. */
export function ImagesOfChat({ load, onChoose, children }: Parts & { children: ReactNode }) {
  const parts = useMemo(() => ({ load, onChoose }), [load, onChoose]);
  return <PartsContext.Provider value={parts}>{children}</PartsContext.Provider>;
}

interface ImagesOfMessageProps {
  /** Null until the message is stored. */
  id: string | null;
  /** As the message was loaded. */
  loaded: readonly MessageImage[] | undefined;
  mine?: boolean;
}

/** The images of a message. They have their room before the code for them is loaded. */
export function ImagesOfMessage({ id, loaded, mine }: ImagesOfMessageProps) {
  const parts = useContext(PartsContext);
  const images = useMessageImages(id, loaded);
  if (parts === null || images.length === 0) return null;
  return <Images {...parts} images={images} mine={mine} />;
}

function Images({ load, ...shown }: Parts & MessageImagesProps) {
  const part = useLoadOnUse(load, true);
  if (part) return <part.MessageImages {...shown} />;
  return shown.images.map(({ id, width, height }) => (
    <div
      key={id}
      className="mt-4 w-full max-w-md rounded-lg bg-sunken"
      style={{ aspectRatio: width / height }}
    />
  ));
}
