import { useCallback, useState } from 'react';

import type { ItemView } from '../../media';

/** Whether an image is loaded; `ref` and `onLoad` are for the image. */
export function useLoaded() {
  const [loaded, setLoaded] = useState(false);
  const onLoad = useCallback(() => setLoaded(true), []);
  // One from the browser's cache may be loaded before React listens.
  const ref = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete) setLoaded(true);
  }, []);
  return { loaded, ref, onLoad };
}

interface BlurUpProps {
  /** Base64 of a tiny WebP image; images from earlier releases have none. */
  placeholder: string | undefined;
  loaded: boolean;
}

/** Covers an image with a blur of its colors until it is loaded. */
export function BlurUp({ placeholder, loaded }: BlurUpProps) {
  if (placeholder === undefined) return null;
  return (
    <img
      src={`data:image/webp;base64,${placeholder}`}
      alt=""
      className={`pointer-events-none absolute inset-0 size-full scale-110 object-cover blur-lg transition-opacity duration-150 ${loaded ? 'opacity-0' : ''}`}
    />
  );
}

/** A small version of an item that fills its place, which is `relative`. */
export function Thumbnail({ item }: { item: ItemView }) {
  const { loaded, ref, onLoad } = useLoaded();
  return (
    <>
      <img
        ref={ref}
        src={item.thumbUrl}
        alt={item.prompt}
        loading="lazy"
        onLoad={onLoad}
        className="size-full object-cover"
      />
      <BlurUp placeholder={item.placeholder} loaded={loaded} />
    </>
  );
}

/** What dropping the files would do that are held above the page. */
export function DropNote({ text }: { text: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-backdrop p-6"
    >
      <p className="rounded-xl border-2 border-dashed border-accent bg-raised px-8 py-6 text-lg font-medium shadow-overlay">
        {text}
      </p>
    </div>
  );
}
