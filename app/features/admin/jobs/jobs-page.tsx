import { Link } from '@remix-run/react';
import { useId, type ReactNode } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { client } from '~/http/client';

import { AdminHeading, Moment } from '../components/admin-frame';
import { useRowRequest } from '../components/list-controls';
import { adminTexts } from '../texts';
import type { FailedJob, FailedMedia, JobsView } from './job-actions.server';
import type { JobsApi } from './routes/jobs';

const api = client<JobsApi>();

export function JobsPage({ work, workCursor, media, mediaCursor }: JobsView) {
  return (
    <>
      <AdminHeading title="Failed jobs">
        Background jobs that failed for good, and media that couldn’t be created.
      </AdminHeading>
      <WorkSection work={work} cursor={workCursor} />
      <Section
        title="Images, videos, and trainings"
        about="The people who asked for them were told and weren’t charged. They can try again themselves."
        cursor={mediaCursor}
        name="media"
      >
        {media.length === 0 ? (
          <p className="text-muted">No failures.</p>
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
  /** Of the cursor's query parameter. */
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

function WorkSection({ work, cursor }: { work: readonly FailedJob[]; cursor: string | null }) {
  const { pendingId, request, outcome } = useRowRequest();
  const retry = ({ id, name }: FailedJob) =>
    request(id, api.post('/api/admin/jobs/:id/retry', { params: { id } }), {
      done: `${wordsOf(name)}: trying again.`,
      failed: adminTexts.retryFailed,
    });

  return (
    <Section
      title="Background jobs"
      about="Emails, imports, exports, and cleanup. Entries stay for two weeks; the app’s log has the details."
      cursor={cursor}
      name="work"
    >
      {work.length === 0 ? (
        <p className="text-muted">No failures.</p>
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
                pending={pendingId === job.id}
                aria-label={`Try again: ${wordsOf(job.name)}`}
                onClick={() => void retry(job)}
              >
                Try again
              </Button>
            </li>
          ))}
        </ul>
      )}
      {outcome}
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
        <p className="text-muted wrap-anywhere">{job.reason ?? 'No reason given.'}</p>
      </div>
      <span className="text-muted">
        <Moment at={job.failedAt} />
      </span>
    </li>
  );
}

/** `contact-mail` is shown as `Contact mail`. */
function wordsOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
