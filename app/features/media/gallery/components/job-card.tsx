import { CircleAlert, RotateCw } from 'lucide-react';
import { useState } from 'react';

import { formatCount } from '~/lib/format';
import { Button } from '~/ui/button';
import { X } from '~/ui/shared-icons';

import { stateText } from '../../jobs/job-list';
import {
  isOver,
  type ImageJob,
  type ImageSize,
  type JobView,
  type VideoAspect,
  type VideoJob,
} from '../../media';
import type { Jobs } from '../../jobs/use-jobs';
import { EmailChoice } from '../../studio/components/email-choice';

const SHAPE: Record<ImageSize, string> = {
  '1024x1024': 'aspect-square',
  '1536x1024': 'aspect-3/2',
  '1024x1536': 'aspect-2/3',
};

/** A job that goes on, or ended otherwise than it should have. */
export function JobCard({ job, jobs }: { job: JobView; jobs: Jobs }) {
  const [pending, setPending] = useState(false);
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
          {over && job.state === 'failed' && (
            <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button
                variant="secondary"
                size="sm"
                pending={pending}
                onClick={() => act(jobs.again)}
              >
                <RotateCw className="size-4" aria-hidden="true" />
                Try again
              </Button>
              {job.tokens > 0 && (
                <span className="text-xs text-muted">About {formatCount(job.tokens, 'token')}</span>
              )}
            </div>
          )}
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
        {!over && (
          // Beside the image there is no room for it on a telephone.
          <div className="max-sm:col-span-full sm:col-start-2">
            <Progress job={job} />
            {job.mail !== undefined && (
              <EmailChoice wanted={job.mail} onChange={(wanted) => jobs.mail(job, wanted)} />
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** A place for each image, filled as they come. */
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
          className={`relative block min-h-0 overflow-hidden rounded-sm bg-sunken ${SHAPE[request.size]} ${places.length > 1 ? 'h-full' : 'h-20'}`}
        >
          {item ? (
            <img src={item.thumbUrl} alt="" className="size-full animate-fade-in object-cover" />
          ) : (
            <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-hover to-transparent" />
          )}
        </span>
      ))}
    </div>
  );
}

const VIDEO_SHAPE: Record<VideoAspect, string> = {
  '16:9': 'aspect-video',
  '9:16': 'aspect-9/16',
  '1:1': 'aspect-square',
};

/** Where the video will be. */
function VideoPlace({ job: { request } }: { job: VideoJob }) {
  return (
    <span
      aria-hidden="true"
      className={`relative block h-16 shrink-0 overflow-hidden rounded-sm bg-sunken ${VIDEO_SHAPE[request.aspect]}`}
    >
      <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-hover to-transparent" />
    </span>
  );
}

function Progress({ job: { state, progress } }: { job: JobView }) {
  const known = state === 'running' && progress !== null;
  if (state === 'queued') return <div className="mt-3 h-1.5 rounded-full bg-sunken" />;
  return (
    <div
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? progress : undefined}
      className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full origin-left rounded-full bg-accent transition-transform duration-500 ${known ? '' : 'w-1/3 animate-shimmer'}`}
        style={known ? { transform: `scaleX(${Math.max(progress, 3) / 100})` } : undefined}
      />
    </div>
  );
}
