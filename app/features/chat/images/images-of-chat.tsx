import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

import { onEvent } from '~/engine/events';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { LoadMessageImages, MessageImage, MessageImagesProps } from './message-image';

interface ImagesOfChatValue extends Pick<MessageImagesProps, 'onChoose'> {
  load: LoadMessageImages;
  /** What live events say of images, newer than the loaded messages, by message. */
  live: ReadonlyMap<string, readonly MessageImage[]>;
}

const Value = createContext<ImagesOfChatValue | null>(null);

/** Keeps the images of a chat's messages up to date. */
export function ImagesOfChat({
  load,
  onChoose,
  children,
}: Pick<ImagesOfChatValue, 'load' | 'onChoose'> & { children: ReactNode }) {
  const [live, setLive] = useState<ImagesOfChatValue['live']>(new Map());
  useEffect(
    () =>
      onEvent('message-image', ({ messageId, image }) =>
        setLive((old) => new Map(old).set(messageId, withImage(old.get(messageId) ?? [], image))),
      ),
    [],
  );
  const value = useMemo(() => ({ load, onChoose, live }), [load, onChoose, live]);
  return <Value.Provider value={value}>{children}</Value.Provider>;
}

/** With an image in place of what was known of it, or at the end. */
function withImage(images: readonly MessageImage[], image: MessageImage): MessageImage[] {
  return images.some(({ id }) => id === image.id)
    ? images.map((one) => (one.id === image.id ? image : one))
    : [...images, image];
}

const NONE: readonly MessageImage[] = [];

interface ImagesOfMessageProps {
  /** Null until the message is stored. */
  id: string | null;
  /** As the message was loaded. */
  loaded: readonly MessageImage[] | undefined;
  mine?: boolean;
}

/** The images of a message. They have their room before the code for them is loaded. */
export function ImagesOfMessage({ id, loaded = NONE, mine }: ImagesOfMessageProps) {
  const value = useContext(Value);
  const live = value?.live.get(id ?? '') ?? NONE;
  const images = live
    // The image is there since.
    .filter((image) => loaded.every((one) => one.id !== image.id || one.itemId === null))
    .reduce(withImage, [...loaded]);
  if (value === null || images.length === 0) return null;
  const { load, onChoose } = value;
  return <Images {...{ load, onChoose, images, mine }} />;
}

function Images({ load, ...shown }: Pick<ImagesOfChatValue, 'load'> & MessageImagesProps) {
  const part = useLoadOnUse(load, true);
  if (part) return <part.MessageImages {...shown} />;
  return shown.images.map(({ id, width, height }) => (
    <div
      key={id}
      className="mt-3 w-full max-w-md rounded-lg bg-sunken"
      style={{ aspectRatio: width / height }}
    />
  ));
}
