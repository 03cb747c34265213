import type { ReactNode, RefObject } from 'react';

import type { MediaNoun } from '../../media-text';
import type { ItemView } from '../../media';
import type { Gallery as GalleryState } from '../../gallery/use-gallery';
import type { Jobs } from '../../jobs/use-jobs';
import { Gallery } from '../../gallery/components/gallery';
import { JobCard } from '../../gallery/components/job-card';

export interface StudioFrameProps {
  title: string;
  noun: MediaNoun;
  part: StudioPart;
  onPart: (part: StudioPart) => void;
  jobs: Jobs;
  gallery: GalleryState;
  /** The gallery's heading. */
  heading: RefObject<HTMLHeadingElement>;
  focusOn: { id: string } | null;
  onOpen: (item: ItemView) => void;
  /** What stands in the gallery before there is anything. */
  empty: ReactNode;
  /** What dropping an image would do; null while none is dragged over the page. */
  drop: string | null;
  /** Where one says what is to be made. */
  form: ReactNode;
  /** What is opened over the page. */
  children?: ReactNode;
}

/** A page on which something is made: the form, and all that was made. Beside each other where there is room. */
export function StudioFrame(props: StudioFrameProps) {
  const { title, noun, part, onPart, jobs, gallery, heading, focusOn, onOpen, empty } = props;
  const busy = jobs.shown.length > 0;
  return (
    <div className="@container flex-1">
      <div className="mx-auto flex max-w-[100rem] flex-col @4xl:grid @4xl:grid-cols-[minmax(21rem,26rem)_minmax(0,1fr)]">
        <div className="@4xl:sticky @4xl:top-14 @4xl:flex @4xl:h-[calc(100dvh-3.5rem)] @4xl:flex-col @4xl:border-r">
          <header className="px-5 pt-6 pb-4 sm:px-8 sm:pt-8 @4xl:px-6">
            <span aria-hidden="true" className="mb-4 block h-0.5 w-9 rounded-full bg-accent" />
            <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight text-balance">
              {title}
            </h1>
            <StudioParts noun={noun} part={part} onPart={onPart} running={jobs.running} />
          </header>
          {props.form}
        </div>
        <section
          aria-label="Gallery"
          className={`min-w-0 px-5 pb-16 sm:px-8 @4xl:block @4xl:pt-3 ${part === 'gallery' ? '' : 'hidden'}`}
        >
          <Gallery
            gallery={gallery}
            heading={heading}
            noun={noun}
            jobs={
              busy && (
                <ul aria-label="Jobs" className="mb-4 space-y-2">
                  {jobs.shown.map((job) => (
                    <JobCard key={job.id} job={job} jobs={jobs} />
                  ))}
                </ul>
              )
            }
            busy={busy}
            focusOn={focusOn}
            onOpen={onOpen}
            empty={empty}
          />
        </section>
      </div>
      {props.drop !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-backdrop p-6"
        >
          <p className="rounded-xl border-2 border-dashed border-accent bg-raised px-8 py-6 text-lg font-medium shadow-overlay">
            {props.drop}
          </p>
        </div>
      )}
      {props.children}
    </div>
  );
}

export type StudioPart = 'create' | 'gallery';

interface StudioPartsProps {
  part: StudioPart;
  onPart: (part: StudioPart) => void;
  noun: MediaNoun;
  /** Jobs that go on. */
  running: number;
}

/** Where there is no room for both: which of the two is shown. */
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
              <span className="sr-only"> being made</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
