import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { Notice } from '~/ui/feedback/notice';

import type { answerAct } from '../act-answer.server';
import { AdminHeading, Moment } from '../components/admin-frame';
import { useRowAction } from '../components/list-controls';
import type { readPayments } from './payment-actions.server';

type PaymentsView = Awaited<ReturnType<typeof readPayments>>;
type FailedEvent = PaymentsView['failed'][number];

const MODES: Record<PaymentsView['mode'], string> = {
  off: 'Payments aren’t set up: there’s no Stripe key.',
  test: 'Stripe is in test mode: no money moves.',
  live: 'Payments are live.',
};

/** Stripe's events that failed, to be replayed once the cause is fixed. */
export function PaymentsPage({ mode, failed }: PaymentsView) {
  const { pendingId, act, outcome } = useRowAction();
  if (mode === 'off') return <AdminHeading title="Payments">{MODES.off}</AdminHeading>;
  return (
    <>
      <AdminHeading title="Payments">{MODES[mode]}</AdminHeading>
      <h2 className="font-display text-lg font-semibold">Failed events</h2>
      <p className="mt-1 mb-3 text-sm text-pretty text-muted">
        Stripe sends each one again for three days. Replaying an event is safe: nothing is charged
        or granted twice.
      </p>
      {failed.length === 0 ? (
        <p className="text-muted">No failed events.</p>
      ) : (
        <ul aria-label="Failed events" className="divide-y rounded-xl border bg-raised">
          {failed.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              pending={pendingId === event.id}
              onReplay={() => act(event.id)}
            />
          ))}
        </ul>
      )}
      {outcome}
      <ReplayForm />
    </>
  );
}

/** Replays any event, including one that never arrived. */
function ReplayForm() {
  const fetcher = useFetcher<typeof answerAct>();
  const form = useRef<HTMLFormElement>(null);
  const { done, problems } = fetcher.data ?? {};
  const isIdle = fetcher.state === 'idle';
  useEffect(() => {
    if (done !== undefined) form.current?.reset();
    if (problems === undefined) return;
    (form.current?.elements.namedItem('id') as HTMLInputElement | null)?.focus();
  }, [done, problems, fetcher.data]);

  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      aria-label="Replay an event"
      className="mt-6 max-w-xl space-y-3"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Replay any event by its ID"
          name="id"
          placeholder="evt_…"
          autoComplete="off"
          maxLength={204}
          errors={isIdle && problems?.id !== undefined ? [problems.id] : undefined}
          className="min-w-56 flex-1"
        />
        <Button type="submit" variant="secondary" pending={!isIdle} className="mt-6.5 h-11">
          Replay
        </Button>
      </div>
      {isIdle && done !== undefined && <Notice>{done}</Notice>}
    </fetcher.Form>
  );
}

interface EventRowProps {
  event: FailedEvent;
  pending: boolean;
  onReplay: () => void;
}

function EventRow({ event, pending, onReplay }: EventRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{event.type}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {event.id}, received <Moment at={event.receivedAt} />, tried{' '}
          {event.attempts === 1 ? 'once' : `${event.attempts} times`}
          {event.error !== null && `: ${event.error}`}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        pending={pending}
        aria-label={`Replay ${event.id}`}
        onClick={onReplay}
      >
        Replay
      </Button>
    </li>
  );
}
