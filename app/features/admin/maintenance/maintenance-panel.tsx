import { useRevalidator } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';

import {
  MAX_ANNOUNCEMENT,
  announcementText,
  localText,
  momentOf,
  readAnnouncement,
  shellTexts,
  type AnnouncementProblems,
} from '~/features/site';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { Banner } from '~/ui/display/banner';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { client, refusalText, refusedFields } from '~/http/client';
import { Wrench } from '~/ui/display/shared-icons';

import { AdminHeading, Moment } from '../components/admin-frame';
import type { MaintenanceApi } from './routes/maintenance';

const api = client<MaintenanceApi>();

export interface MaintenancePanelProps {
  /** An admin's latest announcement, even if it is over. Times are ISO 8601. */
  announced: { text: string; until: string } | null;
  /** The end of the maintenance that MAINTENANCE_UNTIL announces; null if it doesn't. */
  operatorUntil: string | null;
  /** The admin's. */
  timeZone: string;
  /** The server's time, so that both sides agree on what is over. */
  now: string;
}

/** Announces a maintenance to all signed-in users. */
export function MaintenancePanel(props: MaintenancePanelProps) {
  const { announced, operatorUntil, timeZone, now } = props;
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState({
    text: announced?.text ?? '',
    until: announced ? localText(new Date(announced.until), timeZone) : '',
  });
  const [problems, setProblems] = useState<AnnouncementProblems>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState<'save' | 'clear' | null>(null);
  const [done, setDone] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  function change(part: Partial<typeof typed>) {
    setTyped((before) => ({ ...before, ...part }));
    setDone(undefined);
  }

  async function run(action: 'save' | 'clear', request: Promise<unknown>, doneText: string) {
    setPending(action);
    setFailure(undefined);
    setDone(undefined);
    try {
      await request;
      setDone(doneText);
      // Updates the banner of the frame, too.
      revalidate();
      return true;
    } catch (error) {
      setProblems(refusedFields(error));
      setFailure(refusalText(error, shellTexts.announceFailed));
      return false;
    } finally {
      setPending(null);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const found = readAnnouncement(typed, timeZone, new Date()).problems;
    setProblems(found);
    const [invalid] = Object.keys(found);
    if (invalid !== undefined) {
      (form.current?.elements.namedItem(invalid) as HTMLElement | null)?.focus();
      return;
    }
    const request = api.post('/api/admin/maintenance', { body: typed });
    void run('save', request, 'Banner published.');
  }

  async function clear() {
    const request = api.del('/api/admin/maintenance');
    if (!(await run('clear', request, 'Banner removed.'))) return;
    setTyped({ text: '', until: '' });
    // The button that was pressed disappears.
    (form.current?.elements.namedItem('text') as HTMLElement | null)?.focus();
  }

  const end = momentOf(typed.until, timeZone);
  return (
    <>
      <AdminHeading title="Maintenance">
        Shows a banner to everyone who’s signed in. They can dismiss it for the day.
      </AdminHeading>
      <Present announced={announced} operatorUntil={operatorUntil} now={now} />
      <form
        ref={form}
        aria-label="Announcement"
        noValidate
        onSubmit={submit}
        className="mt-6 max-w-2xl space-y-4"
      >
        <AreaField
          label="Text"
          name="text"
          rows={2}
          value={typed.text}
          placeholder="Planned maintenance until {end}. Some features may be slow or unavailable."
          onChange={(event) => change({ text: event.target.value })}
          errors={problems.text === undefined ? undefined : [problems.text]}
        />
        <p className="text-sm text-muted">
          {`At most ${MAX_ANNOUNCEMENT} characters. {end} becomes the end in each reader’s time zone. Leave it empty for the standard text.`}
        </p>
        <Field
          label="End"
          name="until"
          type="datetime-local"
          value={typed.until}
          hint={`Your time zone: ${timeZone}`}
          onChange={(event) => change({ until: event.target.value })}
          errors={problems.until === undefined ? undefined : [problems.until]}
          className="max-w-xs"
        />
        <div className="overflow-hidden rounded-xl border">
          {end === null ? (
            <p className="px-4 py-3 text-sm text-muted">Add an end to see a preview.</p>
          ) : (
            <Banner label="Preview" icon={Wrench} className="border-b-0">
              {announcementText({ text: typed.text.trim(), until: end }, timeZone)}
            </Banner>
          )}
        </div>
        <FormError>{failure}</FormError>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={pending === 'save'}>
            Show banner{' '}
          </Button>
          {announced !== null && (
            <Button variant="secondary" pending={pending === 'clear'} onClick={() => void clear()}>
              Remove banner{' '}
            </Button>
          )}
          <span role="status" className="text-sm text-muted">
            {done}
          </span>
        </div>
      </form>
    </>
  );
}

function Present({
  announced,
  operatorUntil,
  now,
}: Pick<MaintenancePanelProps, 'announced' | 'operatorUntil' | 'now'>) {
  if (announced && announced.until > now) {
    return (
      <p>
        The banner is visible until <Moment at={announced.until} />.
      </p>
    );
  }
  if (announced) {
    return (
      <p>
        The last banner has expired.
        {operatorUntil !== null && ' Remove it to use MAINTENANCE_UNTIL again.'}
      </p>
    );
  }
  return (
    <p>
      {operatorUntil === null ? (
        'No banner is visible.'
      ) : (
        <>
          MAINTENANCE_UNTIL shows a banner until <Moment at={operatorUntil} />. Yours replaces it.
        </>
      )}
    </p>
  );
}
