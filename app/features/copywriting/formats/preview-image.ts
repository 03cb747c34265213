import { type ComponentType, createContext } from 'react';

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
