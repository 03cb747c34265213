import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { newClientKey } from '~/lib/client-key';
import { refusalText } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

import { addJob, countRunning, jobsWithCard, mergeJob } from './job-list';
import { isOver, type JobKind, type JobView } from '../media';
import { onJobChange } from '../media-events';
import { jobsApi } from '../media-requests';
import { pageTexts } from '../page-texts';
import { useRefresh } from '../use-refresh';

const DISMISSED = 'media:dismissed';

export interface Jobs {
  /** Those that have a card. */
  shown: JobView[];
  /** How many wait or run. */
  running: number;
  /** A job that was created here. */
  add(job: JobView): void;
  cancel(job: JobView): Promise<void>;
  /** Creates a new job with the same request. */
  repeat(job: JobView): Promise<void>;
  /** Sets whether an email announces the job's end. */
  setEmail(job: JobView, wanted: boolean): Promise<void>;
  /** Hides the job's card in this tab. */
  dismiss(job: JobView): void;
}

/**
 * Jobs that wait, run, or ended recently, of one kind or of all, kept up to date by live events. `onEnd` is called when
 * one has ended.
 */
export function useJobs(first: JobView[], onEnd: () => void, kind?: JobKind): Jobs {
  const [from, setFrom] = useState(first);
  const [jobs, setJobs] = useState<readonly JobView[]>(first);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // A repetition that got no answer and is requested again creates one job.
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
    const stored = readTypedDraft(DISMISSED);
    if (stored === '') return;
    const frame = requestAnimationFrame(() => setDismissed(new Set(stored.split(' '))));
    return () => cancelAnimationFrame(frame);
  }, []);

  const apply = useCallback((job: JobView) => {
    setJobs((old) => mergeJob(old, job));
    if (isOver(job.state)) ended.current();
  }, []);
  const add = useCallback((job: JobView) => {
    setJobs((old) => addJob(old, job));
    // A request that was sent again may return a job that has ended.
    if (isOver(job.state)) ended.current();
  }, []);
  useEffect(() => onJobChange(apply), [apply]);

  const reload = useCallback(() => {
    jobsApi.get('/api/media/jobs').then(
      ({ jobs: loaded }) =>
        setJobs((old) => loaded.reduce<readonly JobView[]>(mergeJob, onlyListed(old, loaded))),
      // The next event or poll tries again.
      () => {},
    );
  }, []);
  const poll = useCallback(() => {
    reload();
    ended.current();
  }, [reload]);
  const ofKind = jobs.filter((job) => kind === undefined || job.kind === kind);
  const running = countRunning(ofKind);
  useRefresh(reload, running > 0, poll);

  const hide = useCallback((id: string) => {
    setDismissed((old) => {
      const next = new Set([...old, id]);
      writeDraft(DISMISSED, [...next].join(' '));
      return next;
    });
  }, []);

  return {
    shown: jobsWithCard(ofKind, dismissed),
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
    async repeat(job) {
      try {
        const clientKey = keys.current.get(job.id) ?? newClientKey();
        keys.current.set(job.id, clientKey);
        const request = { params: { id: job.id }, body: { clientKey } };
        add(await jobsApi.post('/api/media/jobs/:id/again', request));
        hide(job.id);
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.againFailed));
      }
    },
    async setEmail(job, wanted) {
      try {
        const change = { params: { id: job.id }, body: { mail: wanted } };
        const { mail } = await jobsApi.patch('/api/media/jobs/:id', change);
        // Only this field: live events may have brought a newer state of the others.
        setJobs((old) => old.map((one) => (one.id === job.id ? { ...one, mail } : one)));
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.emailFailed));
      }
    },
    dismiss: ({ id }) => hide(id),
  };
}

/** Jobs that the server doesn't list any more ended long ago. */
function onlyListed(old: readonly JobView[], loaded: readonly JobView[]): readonly JobView[] {
  const ids = new Set(loaded.map(({ id }) => id));
  return old.filter(({ id }) => ids.has(id));
}
