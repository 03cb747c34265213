import { useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { useTokens } from '~/features/billing';
import { formatMoment } from '~/lib/format/dates';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { refusalText } from '~/http/client';

import { EmailChoice, JobProgress } from '../../../jobs/components/job-card';
import { isOver, type LoraDetails } from '../../../media';
import { jobsApi } from '../../../media-requests';
import { imagesText, pageTexts } from '../../../page-texts';
import { loraTexts } from '../../texts';
import { trainingText } from '../../lora-text';
import { Facts, type Fact, TrainingLog } from '../../components/lora-parts';

interface TrainingPanelProps {
  lora: LoraDetails;
  /** It was started on this page: it gets the focus, because the button that started it is gone. */
  isJustStarted: boolean;
  /** The training was canceled. */
  onCanceled: () => void;
  /** Whether an email announces its end was changed. */
  onEmail: (wanted: boolean) => void;
}

/** No job is known before the first answer. */
const WAITING = { state: 'queued', progress: null } as const;

/** A training that waits or runs. */
export function TrainingPanel({ lora, isJustStarted, onCanceled, onEmail }: TrainingPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  useEffect(() => {
    if (isJustStarted) heading.current?.focus();
  }, [isJustStarted]);
  const { job } = lora;
  const metered = useTokens() !== null;
  const isOpen = job !== null && !isOver(job.state);

  async function cancel() {
    if (job === null) return;
    setPending(true);
    try {
      await jobsApi.post('/api/media/jobs/:id/cancel', { params: { id: job.id } });
      setAsking(false);
      onCanceled();
    } catch (error) {
      showFailure(error, refusalText(error, loraTexts.cancelFailed));
    } finally {
      setPending(false);
    }
  }

  async function email(wanted: boolean) {
    if (job === null) return;
    try {
      const change = { params: { id: job.id }, body: { mail: wanted } };
      onEmail((await jobsApi.patch('/api/media/jobs/:id', change)).mail === true);
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
        {isOpen && (
          <Button variant="secondary" size="sm" pending={pending} onClick={() => setAsking(true)}>
            Cancel training
          </Button>
        )}
      </div>
      <div className="mt-4">
        <JobProgress job={job ?? WAITING} />
      </div>
      <p className="mt-3 text-sm">You can close this page. Training continues.</p>
      {isOpen && job.mail !== undefined && <EmailChoice wanted={job.mail} onChange={email} />}
      <Facts facts={factsOf(lora)} />
      {lora.logTail !== '' && <TrainingLog text={lora.logTail} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this training?"
        text={`Its progress is lost${metered ? ', and the finished part is charged' : ''}. Your images and captions stay.`}
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
    ...(job === null ? [] : [['Started', formatMoment(job.createdAt)] as const]),
    ['Trigger word', triggerWord],
    ['Learns from', imagesText(images)],
    ['Steps', formatNumber(steps)],
    ['Rank', String(rank)],
  ];
}
