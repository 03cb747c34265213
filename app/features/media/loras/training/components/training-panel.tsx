import { useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { formatNumber, formatLocalMoment } from '~/lib/format';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { refusalText } from '~/http/client';

import { EmailChoice } from '../../../studio/components/email-choice';
import { isOver, type LoraDetails } from '../../../media';
import { jobsApi } from '../../../media-requests';
import { pageTexts } from '../../../page-texts';
import { loraTexts } from '../../texts';
import { imagesText, trainingText } from '../../lora-text';
import { Facts, type Fact, TrainingLog } from '../../components/lora-parts';

interface TrainingPanelProps {
  lora: LoraDetails;
  /** It was begun on this page a moment ago: it has the focus, as the button that began it is gone. */
  begun: boolean;
  /** The training was changed. */
  onJob: () => void;
  /** Whether an email tells of its end is another choice now. */
  onEmail: (email: boolean) => void;
}

/** How a training goes on. */
export function TrainingPanel({ lora, begun, onJob, onEmail }: TrainingPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  useEffect(() => {
    if (begun) heading.current?.focus();
  }, [begun]);
  const { job } = lora;
  const goesOn = job !== null && !isOver(job.state);
  const known = job?.state === 'running' && job.progress !== null ? job.progress : null;

  async function cancel() {
    if (job === null) return;
    setPending(true);
    try {
      await jobsApi.post('/api/media/jobs/:id/cancel', { params: { id: job.id } });
      setAsking(false);
      onJob();
    } catch (error) {
      showFailure(error, refusalText(error, loraTexts.cancelFailed));
    } finally {
      setPending(false);
    }
  }

  async function email(wanted: boolean) {
    if (job === null) return;
    try {
      const marked = { params: { id: job.id }, body: { mail: wanted } };
      onEmail((await jobsApi.patch('/api/media/jobs/:id', marked)).mail === true);
    } catch (error) {
      showFailure(error, refusalText(error, pageTexts.emailFailed));
    }
  }

  return (
    <section aria-labelledby="training" className="rounded-xl border bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2
            id="training"
            ref={heading}
            tabIndex={-1}
            className="font-display text-xl font-semibold outline-none"
          >
            Training
          </h2>
          <p role="status" className="mt-1 text-sm text-muted tabular-nums">
            {trainingText(job)}
          </p>
        </div>
        {goesOn && (
          <Button variant="secondary" size="sm" pending={pending} onClick={() => setAsking(true)}>
            Cancel training
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ?? undefined}
        className="mt-4 h-2 overflow-hidden rounded-full bg-sunken"
      >
        {job?.state !== 'queued' && (
          <div
            className={`h-full origin-left rounded-full bg-accent transition-transform duration-500 ${known === null ? 'w-1/3 animate-shimmer' : ''}`}
            style={
              known === null ? undefined : { transform: `scaleX(${Math.max(known, 2) / 100})` }
            }
          />
        )}
      </div>
      <p className="mt-3 text-sm">You can close this page; we keep training.</p>
      {goesOn && job.mail !== undefined && <EmailChoice wanted={job.mail} onChange={email} />}
      <Facts facts={factsOf(lora)} />
      {lora.logTail !== '' && <TrainingLog text={lora.logTail} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this training?"
        text="What it has learned so far is lost, and the part that is done is charged. Your pictures and captions stay."
        confirmLabel="Cancel training"
        cancelLabel="Keep training"
        danger
        pending={pending}
        onConfirm={() => void cancel()}
      />
    </section>
  );
}

function factsOf({ job, triggerWord, images, steps, rank }: LoraDetails): Fact[] {
  return [
    ...(job === null ? [] : [['Asked for', formatLocalMoment(job.createdAt)] as const]),
    ['Trigger word', triggerWord],
    ['Learns from', imagesText(images)],
    ['Steps', formatNumber(steps)],
    ['Rank', String(rank)],
  ];
}
