import { Link, useRevalidator } from '@remix-run/react';
import { useId, useRef, useState, type ReactNode } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { client, refusalText } from '~/http/client';

import type { FailedMedia, FailedWork, JobsView } from './jobs-view';
import { adminTexts } from '../texts';
import { AdminHeading } from '../components/admin-frame';
import { Moment } from '../components/moment';
import type { JobsApi } from './routes/jobs';

const api = client<JobsApi>();

/** What failed, and what can be tried again. */
export function JobsPage({ work, workCursor, media, mediaCursor }: JobsView) {
  return (
    <>
      <AdminHeading title="Failed jobs">
        What the site gave up after several tries, and what it could not make for somebody.
      </AdminHeading>
      <WorkSection work={work} cursor={workCursor} />
      <Section
        title="Images, videos and trainings"
        about="Whoever asked for them has been told, and was not charged for what did not come. To try again is theirs, for they pay for it."
        cursor={mediaCursor}
        name="media"
      >
        {media.length === 0 ? (
          <p className="text-muted">Nothing has failed.</p>
        ) : (
          <ul aria-label="Failed media" className="divide-y rounded-xl border bg-raised">
            {media.map((job) => (
              <MediaRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  about: string;
  /** Of the address's parameter. */
  name: string;
  cursor: string | null;
  children: ReactNode;
}

function Section({ title, about, name, cursor, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 first-of-type:mt-0">
      <h2 id={id} className="font-display text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-3 text-sm text-pretty text-muted">{about}</p>
      {children}
      {cursor !== null && (
        <p className="mt-4">
          <Link
            to={`?${new URLSearchParams({ [name]: cursor })}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Older
          </Link>
        </p>
      )}
    </section>
  );
}

function WorkSection({ work, cursor }: { work: readonly FailedWork[]; cursor: string | null }) {
  const { revalidate } = useRevalidator();
  const [going, setGoing] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState('');
  const told = useRef<HTMLParagraphElement>(null);

  async function retry({ id, name }: FailedWork) {
    setGoing(id);
    setFailure(undefined);
    setDone('');
    try {
      await api.post('/api/admin/jobs/:id/retry', { params: { id } });
      setDone(`${wordsOf(name)} is being tried again.`);
      // The button that was pressed goes away.
      told.current?.focus();
    } catch (error) {
      setFailure(refusalText(error, adminTexts.retryFailed));
    } finally {
      setGoing(null);
      // Also where someone else was first.
      revalidate();
    }
  }

  return (
    <Section
      title="Work of the site"
      about="Mails and tidying. The log has the whole story of each; here it is kept for two weeks."
      cursor={cursor}
      name="work"
    >
      {work.length === 0 ? (
        <p className="text-muted">Nothing has failed.</p>
      ) : (
        <ul aria-label="Failed work" className="divide-y rounded-xl border bg-raised">
          {work.map((job) => (
            <li key={job.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium">{wordsOf(job.name)}</p>
                <p className="text-sm text-muted wrap-anywhere">
                  <Moment at={job.failedAt} />: {job.cause}
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                pending={going === job.id}
                aria-label={`Try again: ${wordsOf(job.name)}`}
                onClick={() => void retry(job)}
              >
                Try again
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p ref={told} tabIndex={-1} role="status" className="mt-2 text-sm">
        {done}
      </p>
      <FormError>{failure}</FormError>
    </Section>
  );
}

function MediaRow({ job }: { job: FailedMedia }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="first-letter:uppercase">
          {job.kind} for{' '}
          <Link to={`/admin/users/${job.userId}`} className="underline underline-offset-4">
            {job.email}
          </Link>
        </p>
        <p className="text-muted wrap-anywhere">{job.reason ?? 'No reason is known.'}</p>
      </div>
      <span className="text-muted">
        <Moment at={job.failedAt} />
      </span>
    </li>
  );
}

/** `contact-mail` as words. */
function wordsOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
