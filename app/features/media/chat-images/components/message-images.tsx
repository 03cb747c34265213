import { Link } from '@remix-run/react';
import { ImageOff } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { useTokens } from '~/features/billing';
import type { MessageImage, MessageImagesProps } from '~/features/chat';
import { refusalText, RequestRefused } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { formatCount } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { imageSources } from '~/ui/display/image-sources';
import { Download, Images, Pencil } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { Shimmer } from '~/ui/feedback/skeleton';

import { endText, useJob } from '../../jobs/components/job-image';
import { isOver, itemPath, type JobView } from '../../media';
import { jobsApi } from '../../media-requests';
import { pageTexts } from '../../page-texts';
import { ImageLoadFailed, LoadFailed } from '../../studio/components/load-failed';

export { ImagePicker } from '../../gallery/components/image-choice';
export { ChosenImage } from './chosen-image';
export { ImageOffer } from './image-offer';

/** The images of a message: as they are made, or as they are in the gallery. */
export function MessageImages({ images, mine = false, onChoose }: MessageImagesProps) {
  return (
    <ul
      aria-label="Images"
      className={`flex flex-wrap gap-4 ${mine ? 'mb-2 justify-end' : 'mt-4'}`}
    >
      {images.map((image) => (
        <li key={image.id} className={`w-full ${mine ? 'max-w-48' : 'max-w-md'}`}>
          <ImageCard image={image} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

type OnChoose = Pick<MessageImagesProps, 'onChoose'>;

function ImageCard({ image, onChoose }: OnChoose & { image: MessageImage }) {
  /** The job that this tab has started in place of one that failed. */
  const [repeated, setRepeated] = useState<string | null>(null);
  // Ids sort by time, and another tab may have repeated it since.
  const jobId = [image.jobId, repeated]
    .filter((id) => id !== null)
    .sort()
    .at(-1);
  if (image.itemId !== null) {
    return <ItemImage {...image} itemId={image.itemId} onChoose={onChoose} />;
  }
  if (jobId === undefined) return <NoImage>{pageTexts.imageDeleted}</NoImage>;
  return <ImageOfJob key={jobId} {...{ jobId, image, onChoose }} onRepeat={setRepeated} />;
}

interface ImageOfJobProps extends OnChoose {
  jobId: string;
  image: MessageImage;
  onRepeat: (jobId: string) => void;
}

/** An image that is being made, or wasn't. */
function ImageOfJob({ jobId, ...shown }: ImageOfJobProps) {
  const { image } = shown;
  const [job, setJob] = useState<JobView | 'gone' | 'failed' | null>(null);
  const load = useCallback(() => {
    jobsApi.get('/api/media/jobs/:id', { params: { id: jobId } }).then(setJob, (error: unknown) => {
      setJob(error instanceof RequestRefused && error.status === 404 ? 'gone' : 'failed');
    });
  }, [jobId]);
  useEffect(load, [load]);
  if (job === 'failed') return <LoadFailed text={pageTexts.itemFailed} onRetry={load} />;
  if (job === 'gone') return <NoImage>{pageTexts.imageDeleted}</NoImage>;
  if (job === null) return <Frame {...image}>{<Shimmer />}</Frame>;
  return <JobsImage loaded={job} {...shown} />;
}

function JobsImage({
  loaded,
  image,
  onChoose,
  onRepeat,
}: Omit<ImageOfJobProps, 'jobId'> & { loaded: JobView }) {
  const job = useJob(loaded);
  const metered = useTokens() !== null;
  const [pending, setPending] = useState(false);
  const clientKey = useRef(newClientKey());
  const [item] = job.items;
  const cost = metered && job.tokens > 0 ? formatCount(job.tokens, 'token') : '';

  async function act(work: () => Promise<unknown>, failed: string) {
    setPending(true);
    try {
      await work();
    } catch (error) {
      showFailure(error, refusalText(error, failed));
    }
    setPending(false);
  }
  const params = { id: job.id };
  const cancel = () =>
    act(() => jobsApi.post('/api/media/jobs/:id/cancel', { params }), pageTexts.cancelFailed);
  const repeat = () =>
    act(async () => {
      const body = { clientKey: clientKey.current };
      onRepeat((await jobsApi.post('/api/media/jobs/:id/again', { params, body })).id);
    }, pageTexts.againFailed);

  if (item) {
    const { id: itemId, width, height } = item;
    return <ItemImage {...{ ...image, itemId, width, height, onChoose }} />;
  }
  if (isOver(job.state)) {
    return (
      <NoImage>
        <span role="status">{endText(job)}</span>
        {job.state !== 'succeeded' && (
          <span className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button variant="secondary" size="sm" pending={pending} onClick={() => void repeat()}>
              Try again
            </Button>
            {cost !== '' && <span className="text-xs">Costs {cost}</span>}
          </span>
        )}
      </NoImage>
    );
  }
  return (
    <figure>
      <Frame {...image}>
        <Shimmer />
        <p
          role="status"
          className="absolute inset-0 flex items-center justify-center gap-2 text-sm text-muted"
        >
          <SpinnerIcon />
          {job.state === 'queued' ? 'Waiting to start…' : 'Creating your image…'}
        </p>
      </Frame>
      <Caption prompt={image.prompt}>
        {cost !== '' && <span className="text-xs whitespace-nowrap">Costs {cost}</span>}
        <Button variant="ghost" size="sm" pending={pending} onClick={() => void cancel()}>
          Cancel
        </Button>
      </Caption>
    </figure>
  );
}

/** An image of the gallery. */
function ItemImage({
  itemId,
  width,
  height,
  prompt,
  onChoose,
}: MessageImage & OnChoose & { itemId: string }) {
  const [failed, setFailed] = useState(false);
  const url = `/api/media/items/${itemId}/file`;
  if (failed) {
    return <ImageLoadFailed onRetry={() => setFailed(false)} />;
  }
  return (
    <figure>
      <Frame width={width} height={height}>
        <img
          {...imageSources(url)}
          alt={prompt}
          loading="lazy"
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-cover"
        />
      </Frame>
      <Caption>
        {onChoose && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Edit image"
            title="Edit image"
            onClick={() => onChoose(itemId)}
          >
            <Pencil className="size-4" aria-hidden="true" />
          </Button>
        )}
        <Link
          to={itemPath({ id: itemId, kind: 'image' })}
          aria-label="Open in gallery"
          title="Open in gallery"
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <Images className="size-4" aria-hidden="true" />
        </Link>
        <a
          href={`${url}?download=1`}
          download
          aria-label="Download image"
          title="Download image"
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <Download className="size-4" aria-hidden="true" />
        </a>
      </Caption>
    </figure>
  );
}

/** The place of an image, which it has before it's there. */
function Frame({
  width,
  height,
  children,
}: Pick<MessageImage, 'width' | 'height'> & { children: ReactNode }) {
  return (
    <div
      style={{ aspectRatio: `${width} / ${height}` }}
      className="relative w-full overflow-hidden rounded-lg border bg-sunken"
    >
      {children}
    </div>
  );
}

/** What can be done with an image, behind what it is to show as long as it doesn’t. */
function Caption({ prompt, children }: { prompt?: string; children: ReactNode }) {
  return (
    <figcaption className="mt-1 flex items-center justify-end gap-1 text-sm text-muted">
      {prompt !== undefined && (
        <span title={prompt} className="min-w-0 flex-1 truncate">
          {prompt}
        </span>
      )}
      {children}
    </figcaption>
  );
}

/** Why there is no image. */
function NoImage({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 rounded-lg border bg-sunken px-4 py-3 text-sm text-pretty text-muted">
      <ImageOff className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
