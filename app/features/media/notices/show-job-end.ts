import { toastError, toastSuccess } from '~/ui/feedback/toast';

import { isOver, type JobView } from '../media';
import { jobsApi } from '../media-requests';
import { jobEndText, isItsPage, hasEndedSince, type JobsStart, shownHere } from './job-end';

/** Before the title of a hidden tab, until the person returns to it. */
const BADGE = '● ';

type Go = (page: string) => void;

/** The jobs whose end this tab has announced. */
const announced = new Set<string>();

/** Announces a job's end, once in this tab. `go` opens a page of the app. */
export function onJobEvent(job: JobView, go: Go): void {
  if (!isOver(job.state) || announced.has(job.id)) return;
  announced.add(job.id);
  if (job.state === 'cancelled') return;
  if (job.mail) {
    const seen = { params: { id: job.id }, body: { seen: true } } as const;
    jobsApi.patch('/api/media/jobs/:id', seen).catch(() => {
      // Then an email is sent as well.
    });
  }
  if (document.hidden) markTitle();
  whenVisible(() => {
    const isShown = shownHere.has(job.id) || isItsPage(job.kind, window.location);
    if (!isShown) show(job, go);
  });
}

/** Announces jobs that ended since the page was rendered and that this tab hasn't announced. */
export function announceMissed(start: JobsStart, go: Go): void {
  jobsApi.get('/api/media/jobs').then(
    ({ jobs }) => {
      for (const job of jobs) if (hasEndedSince(job, start)) onJobEvent(job, go);
    },
    () => {
      // The next time that events were missed tries again.
    },
  );
}

function show(job: JobView, go: Go): void {
  const { text, reason, done, page } = jobEndText(job);
  if (done) toastSuccess(text, { label: 'View', run: () => go(page) });
  else toastError(reason === null ? text : `${text}. ${reason}`);
}

/** In a hidden tab, a toast waits until the person returns, because it disappears after some seconds. */
function whenVisible(run: () => void): void {
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
  whenVisible(() => {
    if (document.title.startsWith(BADGE)) document.title = document.title.slice(BADGE.length);
  });
}
