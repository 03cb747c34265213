import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { Button } from '~/ui/button';
import { imageSources } from '~/ui/display/image-sources';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { Shimmer } from '~/ui/feedback/skeleton';

import { isOver, type JobView } from '../../media';
import { onJobChange } from '../../media-events';
import { jobsApi } from '../../media-requests';
import { shownHere } from '../../notices/job-end';
import { pageTexts } from '../../page-texts';
import { BlurUp, useLoaded } from '../../studio/components/media-parts';
import { useRefresh } from '../../use-refresh';

interface JobImageProps {
  /** As it was loaded. Mount one for each job (`key`). */
  job: JobView;
  /** Whether another try is being requested. */
  pending: boolean;
  onRetry: () => void;
}

/** The image of a job, from its request to its arrival. It fills its place, which is `relative`. */
export function JobImage({ job: loaded, pending, onRetry }: JobImageProps) {
  const job = useJob(loaded);
  const [item] = job.items;
  if (!isOver(job.state)) {
    return (
      <div className="absolute inset-0 grid place-items-center text-sm text-muted">
        <Shimmer />
        <p role="status" className="relative flex items-center gap-2">
          <SpinnerIcon />
          Creating your image…
        </p>
      </div>
    );
  }
  if (item !== undefined) return <Arrived item={item} />;
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 overflow-y-auto p-5 text-center text-sm text-pretty text-muted">
      <ImageOff className="size-8" strokeWidth={1.5} aria-hidden="true" />
      <p role="status">{endText(job)}</p>
      {job.state !== 'succeeded' && (
        <Button variant="secondary" size="sm" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Why an ended job has no image to show. */
export function endText({ state, reason }: JobView): string {
  if (state === 'succeeded') return pageTexts.imageDeleted;
  if (state === 'cancelled') return 'You canceled this image.';
  return reason === null ? 'Your image wasn’t created.' : `Your image wasn’t created. ${reason}`;
}

function Arrived({ item }: { item: JobView['items'][number] }) {
  const { loaded, ref, onLoad } = useLoaded();
  return (
    <>
      <img
        ref={ref}
        {...imageSources(item.url)}
        alt={item.prompt}
        onLoad={onLoad}
        className="absolute inset-0 size-full object-cover"
      />
      <BlurUp placeholder={item.placeholder} loaded={loaded} />
    </>
  );
}

/** A job as live events have it, loaded in full once it is over. Its end isn’t announced elsewhere while this is shown. */
export function useJob(loaded: JobView): JobView {
  const { id } = loaded;
  const [newer, setNewer] = useState(loaded);
  const job = isOver(loaded.state) ? loaded : newer;

  useEffect(() => {
    shownHere.add(id);
    return () => void shownHere.delete(id);
  }, [id]);

  const reload = useCallback(() => {
    jobsApi.get('/api/media/jobs/:id', { params: { id } }).then(setNewer, () => {
      // The next event or poll tries again.
    });
  }, [id]);
  useEffect(
    () =>
      onJobChange((change) => {
        if (change.id !== id) return;
        // Events carry no placeholder for the blur.
        if (isOver(change.state)) reload();
        else setNewer(change);
      }),
    [id, reload],
  );
  useRefresh(reload, !isOver(job.state));
  return job;
}
