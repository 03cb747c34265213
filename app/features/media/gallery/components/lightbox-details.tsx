import { Link } from '@remix-run/react';
import {
  ArrowDownToLine,
  Clapperboard,
  Grid2x2Plus,
  Heart,
  Repeat2,
  Trash2,
  WandSparkles,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';

import { useTokens } from '~/features/billing';
import { formatMoment } from '~/lib/format/dates';
import { formatCount, formatBytes } from '~/lib/format/numbers';
import { formatPlayTime } from '~/lib/format/play-time';
import { Button, buttonClass } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { Skeleton } from '~/ui/feedback/skeleton';

import { variationOf } from '../../images/image-form';
import type { ImageRequest, ItemDetails, ItemView } from '../../media';
import { itemsApi } from '../../media-requests';
import { imagesText, pageTexts } from '../../page-texts';
import { STYLE_LABELS } from '../../images/components/style-picker';

/** What can be done with an image on the page of images. */
export interface ImageActions {
  /** Whether a model can start from an image. */
  canEdit: boolean;
  onUse(request: ImageRequest, seed: number | null): void;
  onEdit(item: ItemView): void;
  onVary(request: ImageRequest): Promise<void>;
}

interface LightboxDetailsProps {
  item: ItemView;
  imageActions: ImageActions | null;
  removing: boolean;
  onFavorite: () => void;
  onRemove: () => void;
}

/** An item's details, and what can be done with it. */
export function LightboxDetails({
  item,
  imageActions,
  removing,
  onFavorite,
  onRemove,
}: LightboxDetailsProps) {
  const { details, failed, retry } = useDetails(item.id);
  const request = details?.request ?? null;
  // A live event has only the beginning of the prompt.
  const prompt = details?.prompt ?? item.prompt;

  return (
    <div className="flex flex-col gap-6 p-5 sm:p-6 lg:w-96 lg:shrink-0 lg:overflow-y-auto lg:border-l">
      <div className="flex items-center gap-1 pr-12">
        <Button
          variant="secondary"
          size="sm"
          aria-pressed={item.favourite}
          onClick={onFavorite}
          className={item.favourite ? 'border-accent! bg-accent-soft!' : ''}
        >
          <Heart
            className={`size-4 ${item.favourite ? 'fill-current text-accent' : ''}`}
            aria-hidden="true"
          />
          Favorite
        </Button>
        <a
          href={`${item.url}?download=1`}
          download
          aria-label="Download"
          title="Download"
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <ArrowDownToLine className="size-4" aria-hidden="true" />
        </a>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Delete"
          title="Delete"
          pending={removing}
          onClick={onRemove}
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </Button>
      </div>

      <div>
        <div className="flex items-start justify-between gap-2">
          <h2 className="pt-1.5 text-xs font-medium tracking-wide text-muted uppercase">Prompt</h2>
          <CopyButton
            label="Copy prompt"
            text={() => prompt}
            copied={pageTexts.promptCopied}
            failed={pageTexts.copyFailed}
            className="-mr-2"
          />
        </div>
        <p className="max-h-60 overflow-y-auto text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {prompt}
        </p>
      </div>

      <div className="space-y-2">
        {item.kind === 'video' ? (
          <Link
            to={`/media-creator/video-gen?${new URLSearchParams({ like: item.id })}`}
            className={`${buttonClass({ variant: 'secondary' })} w-full justify-start!`}
          >
            <Repeat2 className="size-4 text-accent" aria-hidden="true" />
            Reuse settings
          </Link>
        ) : (
          <>
            {imageActions && <ImageButtons item={item} details={details} actions={imageActions} />}
            <Link
              to={`/media-creator/video-gen?${new URLSearchParams({ from: item.id })}`}
              className={`${buttonClass({ variant: 'secondary' })} w-full justify-start!`}
            >
              <Clapperboard className="size-4 text-accent" aria-hidden="true" />
              Send to video
            </Link>
          </>
        )}
      </div>

      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5 text-sm">
        <Fact label="AI model">
          {details?.madeWith ?? (failed ? item.model : <Skeleton className="mt-1 h-4 w-32" />)}
        </Fact>
        <Fact label="Size">
          {item.width} × {item.height}
          <span className="text-muted"> · {formatBytes(item.bytes)}</span>
        </Fact>
        {item.durationMs !== null && (
          <>
            <Fact label="Length">{formatPlayTime(item.durationMs)}</Fact>
            <Fact label="Captions">AI videos come without captions</Fact>
          </>
        )}
        <Fact label="Created">{formatMoment(item.createdAt)}</Fact>
        {request?.style && <Fact label="Style">{STYLE_LABELS[request.style]}</Fact>}
        {details?.seed != null && (
          <Fact label="Seed">
            <span className="flex items-center gap-1 tabular-nums">
              {details.seed}
              <CopyButton
                label="Copy seed"
                text={() => String(details.seed)}
                copied={pageTexts.seedCopied}
                failed={pageTexts.copyFailed}
                className="-my-2"
              />
            </span>
          </Fact>
        )}
        {request?.negativePrompt && <Fact label="Left out">{request.negativePrompt}</Fact>}
        {details?.video?.firstFrameId && <Fact label="First frame">Started from an image</Fact>}
        {request?.referenceId && <Fact label="Reference">Built on another image</Fact>}
      </dl>

      {details === null && !failed && (
        <p role="status" className="sr-only">
          Loading details…
        </p>
      )}
      {failed && (
        <p role="alert" className="text-sm text-danger">
          {pageTexts.detailsFailed}{' '}
          <button type="button" onClick={retry} className="rounded-sm underline">
            Try again
          </button>
        </p>
      )}
      {request && request.brandText !== '' && (
        <More title="Brand details used">{request.brandText}</More>
      )}
      {request?.subjectText !== undefined && (
        <More title="Chat text used">{request.subjectText}</More>
      )}
      {details?.metadata.revisedPrompt && (
        <More title="Prompt as the AI expanded it">{details.metadata.revisedPrompt}</More>
      )}
    </div>
  );
}

interface ImageButtonsProps {
  item: ItemView;
  details: ItemDetails | null;
  actions: ImageActions;
}

function ImageButtons({ item, details, actions }: ImageButtonsProps) {
  const [varying, setVarying] = useState(false);
  const metered = useTokens() !== null;
  const request = details?.request ?? null;
  const tokensEach = details?.tokensEach ?? null;
  return (
    <>
      <Button
        variant="secondary"
        disabled={request === null}
        onClick={() => request && actions.onUse(request, details?.seed ?? null)}
        className="w-full justify-start!"
      >
        <Repeat2 className="size-4 text-accent" aria-hidden="true" />
        Reuse settings
      </Button>
      <Button
        variant="secondary"
        disabled={request === null || tokensEach === null}
        pending={varying}
        onClick={() => {
          if (!request) return;
          setVarying(true);
          void actions.onVary(variationOf(request)).finally(() => setVarying(false));
        }}
        className="h-auto min-h-10 w-full justify-start! py-2 text-left"
      >
        <Grid2x2Plus className="size-4 shrink-0 text-accent" aria-hidden="true" />
        <span>
          Variations
          {request && tokensEach !== null && (
            <span className="block text-xs font-normal text-muted">
              {imagesText(request.count)}
              {metered &&
                tokensEach > 0 &&
                `, about ${formatCount(tokensEach * request.count, 'token')}`}
            </span>
          )}
        </span>
      </Button>
      {actions.canEdit && (
        <Button
          variant="secondary"
          onClick={() => actions.onEdit(item)}
          className="w-full justify-start!"
        >
          <WandSparkles className="size-4 text-accent" aria-hidden="true" />
          Edit with a prompt
        </Button>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function More({ title, children }: { title: string; children: string }) {
  return (
    <details className="text-sm">
      <summary className="disclosure rounded-sm text-muted hover:text-text">{title}</summary>
      <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{children}</p>
    </details>
  );
}

function useDetails(id: string) {
  const [details, setDetails] = useState<ItemDetails | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    itemsApi.get('/api/media/items/:id', { params: { id }, signal }).then(
      (loaded) => {
        if (!abort.signal.aborted) setDetails(loaded);
      },
      () => {
        // Shown beside the details.
        if (!abort.signal.aborted) setFailed(true);
      },
    );
    return () => abort.abort();
  }, [id, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt((times) => times + 1);
  };
  return { details, failed, retry };
}
