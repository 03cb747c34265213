import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { noteSequence } from '~/engine/events';
import { useLoadOnUse } from '~/ui/load-on-use';

import { type Gallery, useGallery } from '../gallery/use-gallery';
import { type Jobs, useJobs } from '../jobs/use-jobs';
import type { JobView } from '../media';
import { IMAGES, type MediaNoun, VIDEOS } from '../media-text';
import type { StudioData } from './studio';
import { useItemRequest } from './use-address-request';

const loadLightbox = () => import('../gallery/components/lightbox');

const ALL = {};
const ONLY_VIDEOS = { kind: 'video' } as const;

export type StudioPart = 'create' | 'gallery';

/** What the studios of images and videos share: the gallery, the jobs, and which part of the page is shown. */
export interface StudioState {
  noun: MediaNoun;
  gallery: Gallery;
  jobs: Jobs;
  /** The part that is shown where there is no room for both. */
  part: StudioPart;
  setPart(part: StudioPart): void;
  /** The gallery's heading. */
  heading: RefObject<HTMLHeadingElement>;
  prompt: RefObject<HTMLTextAreaElement>;
  /** Loaded when it is first opened. */
  lightbox: Awaited<ReturnType<typeof loadLightbox>> | undefined;
  /** The id of the item in the lightbox; null while it is closed. */
  open: string | null;
  setOpen(id: string | null): void;
  /** The item that gets the focus in the gallery; a new object requests it again. */
  focusOn: { id: string } | null;
  setFocusOn(item: { id: string }): void;
  /** Closes the lightbox, and moves to the prompt. */
  showForm(): void;
  /** Shows a job that was created here. */
  showJob(job: JobView): void;
}

export function useStudio(data: StudioData, kind: 'image' | 'video'): StudioState {
  useEffect(() => noteSequence(data.seq), [data]);
  const [part, setPart] = useState<StudioPart>('create');
  const [open, setOpen] = useState<string | null>(null);
  const [focusOn, setFocusOn] = useState<{ id: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const prompt = useRef<HTMLTextAreaElement>(null);
  const isVideo = kind === 'video';
  const gallery = useGallery(data.page, isVideo ? ONLY_VIDEOS : ALL);
  const jobs = useJobs(data.jobs, gallery.refresh, isVideo ? 'video' : undefined);
  const close = useCallback(() => setOpen(null), []);
  const lightbox = useLoadOnUse(loadLightbox, open !== null, close);
  useItemRequest((item) => {
    gallery.include(item);
    setPart('gallery');
    setOpen(item.id);
  });

  // A new object requests the focus again. Only what is shown can have it, so it moves after the part did.
  const [moved, setMoved] = useState<{ to: StudioPart } | null>(null);
  useEffect(() => {
    if (moved === null) return;
    const frame = requestAnimationFrame(() => {
      if (moved.to === 'create') prompt.current?.focus();
      else if (!isFocusVisible()) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [moved]);

  return {
    noun: isVideo ? VIDEOS : IMAGES,
    gallery,
    jobs,
    part,
    setPart,
    heading,
    prompt,
    lightbox,
    open,
    setOpen,
    focusOn,
    setFocusOn,
    showForm() {
      setOpen(null);
      setPart('create');
      setMoved({ to: 'create' });
    },
    showJob(job) {
      jobs.add(job);
      setPart('gallery');
      setMoved({ to: 'gallery' });
    },
  };
}

/** Where only one part has room, the button that created a job is hidden afterwards. */
function isFocusVisible(): boolean {
  const focused = document.activeElement;
  return (
    focused instanceof HTMLElement && focused !== document.body && focused.offsetParent !== null
  );
}
