import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { noteLateSequence, onLateMissed } from '~/engine/events';

import { onLateJobChange } from '../media-events';
import type { JobsStart } from './job-end';
import type * as Telling from './show-job-end';

/**
 * Tells of jobs that ended, on whatever page the person is. What it says is loaded with the first news of a job, or when
 * something happened since the page was rendered that the live connection, not being there yet or any more, has not told.
 */
export function useJobEnds(start: JobsStart): void {
  const navigate = useNavigate();
  const go = useRef(navigate);
  // The shell's data may be loaded again, and ends that it contains have been told to no one.
  const [from] = useState(start);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    noteLateSequence(from.seq);
    const goTo = (page: string) => go.current(page);
    // Where it cannot be loaded this tab does not tell, and does not say that it did: the email does.
    const load = (tell: (telling: typeof Telling) => void) =>
      void import('./show-job-end').then(tell, () => {});
    const forgetNews = onLateJobChange((job) => load(({ onJobEvent }) => onJobEvent(job, goTo)));
    const forgetMissed = onLateMissed(() => load(({ hearMissed }) => hearMissed(from, goTo)));
    return () => {
      forgetNews();
      forgetMissed();
    };
  }, [from]);
}
