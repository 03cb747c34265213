import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type { GalleryImage, ImageOffer, MessageImage } from './message-image';

/** What chats need of images, which another feature makes and keeps. */
export interface MessageImages {
  /** The images of these messages that they got by `upTo`, in order; messages without any are missing. */
  of(
    userId: UserScope,
    messageIds: readonly string[],
    upTo?: Date,
  ): Promise<Map<string, MessageImage[]>>;
  /** Whether images can be made, or edited, for answers. */
  areOffered(offer: ImageOffer): boolean;
  /** An image of the gallery. @throws AppError `not-found` */
  find(userId: UserScope, itemId: string): Promise<GalleryImage>;
  /** Gives a question an image of the gallery. @throws AppError `not-found` if it was deleted meanwhile */
  attach(tx: Sql, userId: UserScope, messageId: string, image: GalleryImage): Promise<void>;
  /** Gives another version of a question the images of the first. */
  inherit(tx: Sql, userId: UserScope, from: string, to: string): Promise<void>;
  /** A small version for a file that people keep; null if it can't be read. */
  read(userId: UserScope, itemId: string): Promise<{ type: string; bytes: Buffer } | null>;
  /** Its file in archives, below `files/`. */
  archivePath(image: { id: string; type: string }): string;
  /** The page of this site on which its owner sees it. */
  pageOf(itemId: string): string;
  /** Gives imported messages those of their images that are there; each has several possible ids. */
  restore(tx: Sql, userId: UserScope, images: readonly PastImage[]): Promise<void>;
}

/** An image of a message from an archive. */
export interface PastImage {
  messageId: string;
  position: number;
  itemIds: readonly string[];
}

const NONE: MessageImages = {
  of: () => Promise.resolve(new Map()),
  areOffered: () => false,
  find: () => Promise.reject(new Error('no feature keeps images')),
  attach: () => Promise.resolve(),
  inherit: () => Promise.resolve(),
  read: () => Promise.resolve(null),
  archivePath: () => '',
  pageOf: () => '',
  restore: () => Promise.resolve(),
};

const registered = singleton('message-images', () => ({ images: NONE }));

/** Called once per process, by the feature that keeps images. */
export function registerMessageImages(images: MessageImages): void {
  registered.images = images;
}

export function messageImages(): MessageImages {
  return registered.images;
}
