import type { ReactNode } from 'react';

import { Skeleton } from '~/ui/feedback/skeleton';
import { useLoadOnUse } from '~/ui/load-on-use';

import { Gallery } from '../../gallery/components/gallery';
import type { ImageActions } from '../../gallery/components/lightbox-details';
import type { MediaNoun } from '../../media-text';
import type { StudioPart, StudioState } from '../use-studio';
import { DropNote } from './media-parts';

const loadCard = () => import('../../jobs/components/job-card');
/** The cards keep their place if they couldn't be loaded. */
const stay = () => {};

interface StudioFrameProps {
  title: string;
  studio: StudioState;
  /** What stands in the gallery before there is anything. */
  empty: ReactNode;
  /** What dropping an image would do; null while none is held above the page. */
  drop: string | null;
  form: ReactNode;
  /** What the lightbox offers for images; null on the page of videos. */
  imageActions?: ImageActions | null;
}

/** A page with the form of something to create, and the gallery. They are beside each other where there is room. */
export function StudioFrame({
  title,
  studio,
  empty,
  drop,
  form,
  imageActions = null,
}: StudioFrameProps) {
  const { noun, part, jobs, gallery, lightbox } = studio;
  const busy = jobs.shown.length > 0;
  const card = useLoadOnUse(loadCard, busy, stay);
  return (
    <div className="@container flex-1">
      <div className="mx-auto flex max-w-[100rem] flex-col @4xl:grid @4xl:grid-cols-[minmax(21rem,26rem)_minmax(0,1fr)]">
        <div className="@4xl:sticky @4xl:top-14 @4xl:flex @4xl:h-[calc(100dvh-3.5rem)] @4xl:flex-col @4xl:border-r">
          <header className="px-5 pt-6 pb-4 sm:px-8 sm:pt-8 @4xl:px-6">
            <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight text-balance">
              {title}
            </h1>
            <StudioParts noun={noun} part={part} onPart={studio.setPart} running={jobs.running} />
          </header>
          {form}
        </div>
        <section
          aria-label="Gallery"
          className={`min-w-0 px-5 pb-16 sm:px-8 @4xl:block @4xl:pt-3 ${part === 'gallery' ? '' : 'hidden'}`}
        >
          <Gallery
            gallery={gallery}
            heading={studio.heading}
            noun={noun}
            jobs={
              busy && (
                <ul aria-label="Jobs" className="mb-4 space-y-2">
                  {jobs.shown.map((job) =>
                    card ? (
                      <card.JobCard key={job.id} job={job} jobs={jobs} />
                    ) : (
                      <li key={job.id}>
                        <Skeleton className="h-20 rounded-xl" />
                      </li>
                    ),
                  )}
                </ul>
              )
            }
            busy={busy}
            focusOn={studio.focusOn}
            onOpen={({ id }) => studio.setOpen(id)}
            empty={empty}
          />
        </section>
      </div>
      {drop !== null && <DropNote text={drop} />}
      {lightbox !== undefined && (
        <lightbox.Lightbox
          gallery={gallery}
          open={studio.open}
          noun={noun}
          imageActions={imageActions}
          onShow={studio.setOpen}
          onReturn={(id) => studio.setFocusOn({ id })}
        />
      )}
    </div>
  );
}

interface StudioPartsProps {
  part: StudioPart;
  onPart: (part: StudioPart) => void;
  noun: MediaNoun;
  /** How many jobs wait or run. */
  running: number;
}

/** Chooses the part that is shown where there is no room for both. */
function StudioParts({ part, onPart, noun, running }: StudioPartsProps) {
  return (
    <div
      role="group"
      aria-label="Show"
      className="mt-5 grid grid-cols-2 gap-1 rounded-lg border bg-sunken p-1 @4xl:hidden"
    >
      {(['create', 'gallery'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={part === value}
          onClick={() => onPart(value)}
          className="flex h-10 items-center justify-center gap-2 rounded-md text-sm font-medium text-muted aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-raised"
        >
          {value === 'create' ? `New ${noun.one}` : `Your ${noun.many}`}
          {value === 'gallery' && running > 0 && (
            <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
              {running}
              <span className="sr-only"> in progress</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
