import type { ComponentType } from 'react';

/** An image that belongs to a message: made for an answer, or chosen for a question. */
export interface MessageImage {
  id: string;
  /** The image in the gallery; null until it's made, and once it was deleted. */
  itemId: string | null;
  /** What makes it, or made it; null if that isn't known. */
  jobId: string | null;
  /** Of the image file; empty until there is one. */
  type: string;
  width: number;
  height: number;
  /** What was asked for, which describes it; only the beginning of a long one. */
  prompt: string;
}

/** An image that is there. */
export type MadeImage = MessageImage & { itemId: string };

export function isMade(image: MessageImage): image is MadeImage {
  return image.itemId !== null;
}

/** An image of the gallery that a person has chosen for a question. */
export type GalleryImage = Pick<MadeImage, 'itemId' | 'type' | 'width' | 'height' | 'prompt'>;

/** The image offered for an answer: a new one, or an edit of the one that the person chose. */
export type ImageOffer = 'make' | 'change';

/** What images for answers cost in tokens, where they are metered; null where none can be made. */
export type ImagePrices = Record<ImageOffer, number | null>;

/** What shows the images of a message. */
export interface MessageImagesProps {
  images: readonly MessageImage[];
  /** They belong to a person's message. */
  mine?: boolean;
  /** Chooses an image of the gallery for the next message; null where none can be changed. */
  onChoose: ((itemId: string) => void) | null;
}

/** What asks whether an image is to be made for an answer. */
export interface ImageOfferProps {
  messageId: string;
  offer: ImageOffer;
  /** In tokens, where they are metered. */
  price: number;
  /** It's being made, or isn't wanted. */
  onClose: () => void;
}

/** Loads what shows images, which belongs to another feature. */
export type LoadMessageImages = () => Promise<{
  MessageImages: ComponentType<MessageImagesProps>;
  ImageOffer: ComponentType<ImageOfferProps>;
  ChosenImage: ComponentType<{ itemId: string; onRemove: () => void }>;
  ImagePicker: ComponentType<{ onChoose: (itemId: string) => void; onClose: () => void }>;
}>;

/** More belong to no message. */
export const MAX_MESSAGE_IMAGES = 4;

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** A message has got an image, or another job makes one of them. */
    'message-image': { messageId: string; image: MessageImage };
  }
}
