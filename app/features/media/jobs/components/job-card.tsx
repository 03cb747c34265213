import { Link } from '@remix-run/react';
import { CircleAlert, RotateCw } from 'lucide-react';
import { useState } from 'react';

import { useTokens } from '~/features/billing';
import { formatCount } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { ProgressBar } from '~/ui/feedback/progress';
import { Shimmer } from '~/ui/feedback/skeleton';
import { Pencil, X } from '~/ui/display/shared-icons';

import { stateText } from '../job-list';
import {
  isOver,
  type ImageJob,
  type ImageSize,
  type JobView,
  type VideoAspect,
  type VideoJob,
} from '../../media';
import type { Jobs } from '../use-jobs';
import { loraPath } from '../../loras/paths';

const SHAPES: Record<ImageSize | VideoAspect, string> = {
  '1024x1024': 'aspect-square',
  '1536x1024': 'aspect-3/2',
  '1024x1536': 'aspect-2/3',
  '16:9': 'aspect-video',
  '9:16': 'aspect-9/16',
  '1:1': 'aspect-square',
};

/** A job that waits or runs, or that failed. */
export function JobCard({ job, jobs }: { job: JobView; jobs: Jobs }) {
  const [pending, setPending] = useState(false);
  const metered = useTokens() !== null;
  const over = isOver(job.state);
  function act(work: (job: JobView) => Promise<void>) {
    setPending(true);
    void work(job).finally(() => setPending(false));
  }
  return (
    <li
      className={`animate-rise-in rounded-xl border p-3 sm:p-4 ${over ? 'border-danger/40 bg-danger-soft' : 'bg-raised'}`}
    >
      <div className="grid grid-cols-[auto_1fr_auto] items-start gap-x-4">
        {over ? (
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
        ) : (
          <div className="sm:row-span-2">
            {job.kind === 'image' && <Places job={job} />}
            {job.kind === 'video' && <VideoPlace job={job} />}
          </div>
        )}
        <div className="min-w-0">
          <p className="line-clamp-2 text-sm font-medium wrap-anywhere">
            {job.kind === 'lora' ? job.request.name : job.request.prompt}
          </p>
          <p
            role="status"
            className={`mt-1 text-sm text-pretty ${over ? 'text-danger' : 'text-muted'}`}
          >
            {over ? (job.reason ?? stateText(job)) : stateText(job)}
          </p>
        </div>
        {over ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Dismiss"
            onClick={() => jobs.dismiss(job)}
            className="-mt-1.5 -mr-1.5"
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        ) : (
          <Button variant="ghost" size="sm" pending={pending} onClick={() => act(jobs.cancel)}>
            Cancel
          </Button>
        )}
        {job.state === 'failed' && (
          // Below the reason on a phone, which has no room for both buttons beside it.
          <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:col-span-full sm:col-start-2">
            <ChangeLink job={job} />
            <Button variant="ghost" size="sm" pending={pending} onClick={() => act(jobs.repeat)}>
              <RotateCw className="size-4" aria-hidden="true" />
              Try again
            </Button>
            {metered && job.tokens > 0 && (
              <span className="text-xs text-muted">
                Trying again costs about {formatCount(job.tokens, 'token')}
              </span>
            )}
          </div>
        )}
        {!over && (
          // Below the image on a phone, which has no room beside it.
          <div className="max-sm:col-span-full sm:col-start-2">
            <div className="mt-3">
              <JobProgress job={job} />
            </div>
            {job.mail !== undefined && (
              <EmailChoice wanted={job.mail} onChange={(wanted) => jobs.setEmail(job, wanted)} />
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** What a person can change before they try again: the prompt, or the LoRA's images. */
function ChangeLink({ job }: { job: JobView }) {
  return (
    <Link to={changePath(job)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
      <Pencil className="size-4" aria-hidden="true" />
      {job.kind === 'lora' ? 'Open LoRA' : 'Edit prompt'}
    </Link>
  );
}

function changePath(job: JobView): string {
  switch (job.kind) {
    case 'image':
      return `/media-creator?mode=generate&job=${job.id}`;
    case 'video':
      return `/media-creator/video-gen?job=${job.id}`;
    case 'lora':
      return loraPath(job.request.loraId);
  }
}

/** A place for each image, filled as they arrive. */
function Places({ job: { request, items } }: { job: ImageJob }) {
  const places = Array.from({ length: request.count }, (_, index) => items[index]);
  return (
    <div
      aria-hidden="true"
      className={`grid h-20 shrink-0 gap-1 ${places.length > 1 ? 'grid-flow-col grid-rows-2' : ''}`}
    >
      {places.map((item, index) => (
        <span
          key={index}
          className={`relative block min-h-0 overflow-hidden rounded-sm bg-sunken ${SHAPES[request.size]} ${places.length > 1 ? 'h-full' : 'h-20'}`}
        >
          {item ? (
            <img src={item.thumbUrl} alt="" className="size-full animate-fade-in object-cover" />
          ) : (
            <Shimmer />
          )}
        </span>
      ))}
    </div>
  );
}

/** Where the video will be. */
function VideoPlace({ job: { request } }: { job: VideoJob }) {
  return (
    <span
      aria-hidden="true"
      className={`relative block h-16 shrink-0 overflow-hidden rounded-sm bg-sunken ${SHAPES[request.aspect]}`}
    >
      <Shimmer />
    </span>
  );
}

/** An empty track while the job waits. */
export function JobProgress({ job }: { job: Pick<JobView, 'state' | 'progress'> }) {
  if (job.state === 'queued') return <div className="h-1.5 rounded-full bg-sunken" />;
  return <ProgressBar label="Progress" percent={job.progress} />;
}

interface EmailChoiceProps {
  wanted: boolean;
  /** Resolves once it is stored, or its failure is reported. */
  onChange: (wanted: boolean) => Promise<void>;
}

/** Whether an email announces the job's end to a person who has left. */
export function EmailChoice({ wanted, onChange }: EmailChoiceProps) {
  // Shown at once; null when no change is on its way.
  const [change, setChange] = useState<boolean | null>(null);
  return (
    <label className="mt-2 flex w-fit items-center gap-2 text-xs text-muted touch:min-h-11">
      <input
        type="checkbox"
        checked={change ?? wanted}
        onChange={(event) => {
          if (change !== null) return;
          setChange(event.target.checked);
          void onChange(event.target.checked).finally(() => setChange(null));
        }}
        className="size-4 shrink-0 accent-accent"
      />
      Email me when it’s ready
    </label>
  );
}
