import { toastError, toastSuccess } from '~/ui/feedback/toast';

import { isOver, type JobView } from '../media';
import { jobsApi } from '../media-requests';
import { jobEndText, isItsPage, hasEndedSince, type JobsStart } from './job-end';

/** Before the tab's title, while there is something new in it that no one has seen. */
const BADGE = '● ';

type Go = (page: string) => void;

/** The jobs whose end this tab has told. */
const told = new Set<string>();

/** Takes in how a job stands; tells of its end, once in this tab. `go` opens a page of the app. */
export function onJobEvent(job: JobView, go: Go): void {
  if (!isOver(job.state) || told.has(job.id)) return;
  told.add(job.id);
  if (job.state === 'cancelled') return;
  if (job.mail) {
    const seen = { params: { id: job.id }, body: { seen: true } } as const;
    jobsApi.patch('/api/media/jobs/:id', seen).catch(() => {
      // Then there is an email as well.
    });
  }
  if (document.hidden) markTitle();
  whenSeen(() => {
    if (!isItsPage(job.kind, window.location)) show(job, go);
  });
}

/** Asks for what ended since the page was rendered, and tells what this tab has not told. */
export function hearMissed(start: JobsStart, go: Go): void {
  jobsApi.get('/api/media/jobs').then(
    ({ jobs }) => {
      for (const job of jobs) if (hasEndedSince(job, start)) onJobEvent(job, go);
    },
    () => {
      // The next time that something was missed, it is asked again.
    },
  );
}

function show(job: JobView, go: Go): void {
  const { text, reason, done, page } = jobEndText(job);
  if (done) toastSuccess(text, { label: 'Show', run: () => go(page) });
  else toastError(reason === null ? text : `${text}. ${reason}`);
}

/** A toast goes after some seconds: in a tab that no one looks at it waits. */
function whenSeen(run: () => void): void {
  if (!document.hidden) return run();
  const onVisible = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', onVisible);
    run();
  };
  document.addEventListener('visibilitychange', onVisible);
}

function markTitle(): void {
  if (document.title.startsWith(BADGE)) return;
  document.title = BADGE + document.title;
  whenSeen(() => {
    if (document.title.startsWith(BADGE)) document.title = document.title.slice(BADGE.length);
  });
}
