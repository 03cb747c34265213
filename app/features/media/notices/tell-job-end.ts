import { onMissed } from '~/realtime';
import { toastError, toastSuccess } from '~/ui/toast';

import { isOver, type JobView } from '../media';
import { requestJobs, requestSeen } from '../media-requests';
import { endWords, isItsPage } from './end-words';

/** Before the tab's title, while there is something new in it that nobody has seen. */
const BADGE = '● ';

type Go = (page: string) => void;

/** Jobs that this tab knows to go on, and those whose end it has told. */
const goingOn = new Set<string>();
const told = new Set<string>();
let listening = false;

/** Takes in how a job stands; tells of its end, once in this tab. `go` opens a page of the app. */
export function hearJob(job: JobView, go: Go): void {
  listen(go);
  if (!isOver(job.state)) {
    if (!told.has(job.id)) goingOn.add(job.id);
    return;
  }
  goingOn.delete(job.id);
  if (told.has(job.id)) return;
  told.add(job.id);
  if (job.state === 'cancelled') return;
  if (job.mail) {
    requestSeen(job.id).catch(() => {
      // Then there is a mail as well.
    });
  }
  if (document.hidden) markTitle();
  whenSeen(() => {
    if (!isItsPage(job.kind, window.location)) show(job, go);
  });
}

/** After a loss of the connection, what ended meanwhile is asked for. */
function listen(go: Go): void {
  if (listening) return;
  listening = true;
  onMissed(() => {
    if (goingOn.size === 0) return;
    requestJobs().then(
      (jobs) => jobs.filter(({ id }) => goingOn.has(id)).forEach((job) => hearJob(job, go)),
      () => {
        // The next loss, or the next news, asks again.
      },
    );
  });
}

function show(job: JobView, go: Go): void {
  const { text, reason, done, page } = endWords(job);
  if (done) toastSuccess(text, { label: 'Show', run: () => go(page) });
  else toastError(reason === null ? text : `${text}. ${reason}`);
}

/** A toast goes after some seconds: in a tab that nobody looks at it waits. */
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
