import { Link, useNavigate } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';

import type { JobView, LoraImage, LoraView } from '../../media';
import { type Loras, useLora, useLoraList } from '../use-loras';
import { LoraActions } from './lora-actions';
import { LoraEditor } from './lora-editor';
import { LORAS_PATH } from '../paths';
import { ImagePreview, StateBadge } from './lora-parts';
import { ReadyPanel } from '../training/components/ready-panel';
import { LoadFailed } from '../../studio/components/load-failed';
import { LoraListPage } from './lora-list-page';
import { CardsLoading, LoraFrame } from './lora-frame';
import { TrainingPanel } from '../training/components/training-panel';
import { imagesText } from '../../page-texts';

import { ArrowLeft } from '~/ui/display/shared-icons';

/** All of the person's LoRAs, or one of them. */
export function LoraPages({ title, loraId }: { title: string; loraId: string | null }) {
  const loras = useLoraList();
  if (loraId === null) return <LoraListPage title={title} loras={loras} />;
  return <LoraPage key={loraId} title={title} loraId={loraId} loras={loras} />;
}

interface LoraPageProps {
  title: string;
  loraId: string;
  loras: Loras;
}

/** One LoRA: its images before the training, the training, and its result. */
function LoraPage({ title, loraId, loras }: LoraPageProps) {
  const navigate = useNavigate();
  const one = useLora(loraId);
  const [isJustStarted, setJustStarted] = useState(false);
  const { lora, failure } = one;
  const { list } = loras;

  const above = (
    <Link
      to={LORAS_PATH}
      className="-ml-1 mb-4 inline-flex items-center gap-1.5 rounded-sm px-1 text-sm text-muted hover:text-text touch:min-h-11"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      All LoRAs
    </Link>
  );

  if (failure === 'gone') {
    return (
      <LoraFrame title={title} above={above}>
        <p role="alert" className="text-muted">
          This LoRA no longer exists. It may have been deleted.
        </p>
      </LoraFrame>
    );
  }
  if (lora === undefined || list === undefined) {
    const failed = failure !== null || (list === undefined && loras.failed);
    return (
      <LoraFrame title={title} above={above}>
        {failed ? (
          <LoadFailed
            text="This LoRA couldn’t be loaded."
            onRetry={() => {
              one.reload();
              loras.reload();
            }}
          />
        ) : (
          <CardsLoading />
        )}
      </LoraFrame>
    );
  }

  function change(changes: Partial<LoraView>) {
    one.change((old) => ({ ...old, ...changes }));
    if (lora) loras.put({ ...lora, ...changes });
  }
  function onStarted(job: JobView) {
    setJustStarted(true);
    const waiting = job.state === 'queued';
    one.change((old) => ({ ...old, job, jobId: job.id, state: 'training', waiting }));
    one.reload();
  }

  return (
    <LoraFrame
      title={lora.name}
      above={above}
      actions={
        <div className="flex items-center gap-1 sm:pt-1">
          <span role="status" className="mr-1">
            <StateBadge lora={lora} />
          </span>
          <LoraActions
            lora={lora}
            onRenamed={(name) => change({ name })}
            onDeleted={() => {
              loras.remove(lora.id);
              navigate(LORAS_PATH);
            }}
          />
        </div>
      }
    >
      <div className="space-y-6">
        {failure === 'away' && (
          <LoadFailed text="What you see may be outdated." onRetry={one.reload} />
        )}
        {lora.state === 'training' ? (
          <>
            <TrainingPanel
              lora={lora}
              isJustStarted={isJustStarted}
              onCanceled={one.reload}
              onEmail={(wanted) =>
                one.change((old) => ({ ...old, job: old.job && { ...old.job, mail: wanted } }))
              }
            />
            <TrainedImages pictures={lora.pictures} title="Learns from" open />
          </>
        ) : lora.state === 'ready' ? (
          <>
            <ReadyPanel lora={lora} />
            <TrainedImages pictures={lora.pictures} title="Learned from" />
          </>
        ) : (
          <LoraEditor lora={lora} list={list} one={one} onSettings={change} onStarted={onStarted} />
        )}
      </div>
    </LoraFrame>
  );
}

/** The images of a training that runs or has ended, which can't be changed. */
function TrainedImages({
  pictures: images,
  title,
  open = false,
}: {
  pictures: readonly LoraImage[];
  title: string;
  /** Whether they are shown at first. */
  open?: boolean;
}) {
  if (images.length === 0) return null;
  return (
    <details open={open} className="group border-t pt-3">
      <summary className="flex list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronDown
          className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          aria-hidden="true"
        />
        {title} {imagesText(images.length)}
      </summary>
      <ul className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {images.map((image) => (
          <li key={image.id} className="text-sm">
            <ImagePreview image={image} />
            <p className="mt-1.5 line-clamp-4 text-xs text-muted wrap-anywhere">{image.caption}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
