import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { newClientKey } from '~/lib/client-key';
import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';
import { isLive, onMissed } from '~/engine/events';
import { refusalText } from '~/http/client';

import { addJob, goingOn, jobsWithCard, mergeJob } from './job-list';
import { isOver, type JobKind, type JobView } from '../media';
import { onJobChange } from '../media-events';
import { jobsApi } from '../media-requests';
import { pageTexts } from '../page-texts';

/** Where no live connection is to be had, one asks. */
const POLL_MS = 4_000;
const DISMISSED = 'media:dismissed';

export interface Jobs {
  /** Those that have a card. */
  shown: JobView[];
  /** How many go on. */
  running: number;
  /** One that was begun here. */
  add(job: JobView): void;
  cancel(job: JobView): Promise<void>;
  again(job: JobView): Promise<void>;
  /** Whether an email is to tell of its end. */
  mail(job: JobView, wanted: boolean): Promise<void>;
  /** Its card is not wanted any more, in this tab. */
  dismiss(job: JobView): void;
}

/**
 * The jobs that go on or ended lately, of one kind or of all, kept true by live changes. `onEnd` is called when one has
 * ended.
 */
export function useJobs(first: JobView[], onEnd: () => void, kind?: JobKind): Jobs {
  const [from, setFrom] = useState(first);
  const [jobs, setJobs] = useState<readonly JobView[]>(first);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // Asked twice, because the first answer did not arrive, a job is begun once.
  const keys = useRef(new Map<string, string>());
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });
  if (from !== first) {
    setFrom(first);
    setJobs(first);
  }
  useEffect(() => {
    const kept = readTypedDraft(DISMISSED);
    if (kept === '') return;
    const frame = requestAnimationFrame(() => setDismissed(new Set(kept.split(' '))));
    return () => cancelAnimationFrame(frame);
  }, []);

  const apply = useCallback((job: JobView) => {
    setJobs((old) => mergeJob(old, job));
    if (isOver(job.state)) ended.current();
  }, []);
  const add = useCallback((job: JobView) => {
    setJobs((old) => addJob(old, job));
    // Asked for once more, it may be over already.
    if (isOver(job.state)) ended.current();
  }, []);
  useEffect(() => onJobChange(apply), [apply]);

  const reload = useCallback(() => {
    jobsApi.get('/api/media/jobs').then(
      ({ jobs: loaded }) =>
        setJobs((old) => loaded.reduce<readonly JobView[]>(mergeJob, onlyKnown(old, loaded))),
      // It is tried again with the next change, or the next look.
      () => {},
    );
  }, []);
  useEffect(() => onMissed(reload), [reload]);
  const wanted = jobs.filter((job) => kind === undefined || job.kind === kind);
  const running = goingOn(wanted);
  useEffect(() => {
    if (running === 0) return;
    const timer = setInterval(() => {
      if (isLive() || document.hidden) return;
      reload();
      ended.current();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [running, reload]);

  const hide = useCallback((id: string) => {
    setDismissed((old) => {
      const next = new Set([...old, id]);
      writeDraft(DISMISSED, [...next].join(' '));
      return next;
    });
  }, []);

  return {
    shown: jobsWithCard(wanted, dismissed),
    running,
    add,
    async cancel(job) {
      try {
        const params = { id: job.id };
        apply(await jobsApi.post('/api/media/jobs/:id/cancel', { params }));
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.cancelFailed));
      }
    },
    async again(job) {
      try {
        const key = keys.current.get(job.id) ?? newClientKey();
        keys.current.set(job.id, key);
        const asked = { params: { id: job.id }, body: { clientKey: key } };
        add(await jobsApi.post('/api/media/jobs/:id/again', asked));
        hide(job.id);
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.againFailed));
      }
    },
    async mail(job, wanted) {
      try {
        const marked = { params: { id: job.id }, body: { mail: wanted } };
        const { mail: email } = await jobsApi.patch('/api/media/jobs/:id', marked);
        // Of the rest of it there may be news that are newer than this answer.
        setJobs((old) => old.map((one) => (one.id === job.id ? { ...one, mail: email } : one)));
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.emailFailed));
      }
    },
    dismiss: ({ id }) => hide(id),
  };
}

/** What has gone from the server's list ended long ago. */
function onlyKnown(old: readonly JobView[], loaded: readonly JobView[]): readonly JobView[] {
  const ids = new Set(loaded.map(({ id }) => id));
  return old.filter(({ id }) => ids.has(id));
}
