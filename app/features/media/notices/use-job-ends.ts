import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { noteLateSequence, onLateMissed } from '~/engine/events';

import { onLateJobChange } from '../media-events';
import type { JobsStart } from './job-end';
import type * as Announcing from './show-job-end';

/**
 * Announces the ends of jobs on every page. The code for that is loaded with the first event of a job, or when live
 * events were missed since the page was rendered.
 */
export function useJobEnds(start: JobsStart): void {
  const navigate = useNavigate();
  const go = useRef(navigate);
  // From the first data of the shell: reloaded data may contain ends that weren't announced.
  const [from] = useState(start);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    noteLateSequence(from.seq);
    const goTo = (page: string) => go.current(page);
    // If it can't be loaded, this tab doesn't mark the job as seen, and an email is sent.
    const load = (announce: (announcing: typeof Announcing) => void) =>
      void import('./show-job-end').then(announce, () => {});
    const stopEvents = onLateJobChange((job) => load(({ onJobEvent }) => onJobEvent(job, goTo)));
    const stopMissed = onLateMissed(() => load(({ announceMissed }) => announceMissed(from, goTo)));
    return () => {
      stopEvents();
      stopMissed();
    };
  }, [from]);
}
