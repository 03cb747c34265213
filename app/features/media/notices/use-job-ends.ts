import { useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { onJobChange } from '../media-changes';

/** Tells of jobs that ended, on whatever page the person is. What it says is loaded with the first news of a job. */
export function useJobEnds(): void {
  const navigate = useNavigate();
  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(
    () =>
      onJobChange((job) => {
        import('./tell-job-end').then(
          ({ hearJob }) => hearJob(job, (page) => go.current(page)),
          () => {
            // Then this tab does not tell, and does not say that it did: the mail does.
          },
        );
      }),
    [],
  );
}
