import { type ReactNode, useCallback, useEffect, useState } from 'react';

import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { SkeletonList } from '~/ui/feedback/skeleton';

import type { CitationsApi } from '../routes/citations';

const api = client<CitationsApi>();

type Sent = Awaited<ReturnType<typeof api.get<'/api/sent-passages'>>>['sent'];

interface SentPassagesProps {
  /** Answers, variants, and rewrites. */
  ids: readonly string[];
  /** What stands above the passages of these texts. */
  heading?: (textIds: readonly string[], isOnly: boolean) => ReactNode;
  /** What is shown if none were sent. */
  none?: ReactNode;
}

/** The passages of documents that were sent for texts, word for word; nothing for texts without. Loaded when it's shown. */
export function SentPassages({ ids, heading, none }: SentPassagesProps) {
  const [sent, setSent] = useState<Sent>();
  const [problem, setProblem] = useState<string>();
  const asked = ids.join(',');
  const load = useCallback(() => {
    let current = true;
    api.get('/api/sent-passages', { search: { ids: asked } }).then(
      (loaded) => {
        if (!current) return;
        setSent(loaded.sent);
        setProblem(undefined);
      },
      (error: unknown) => current && setProblem(refusalText(error, 'Couldn’t load this.')),
    );
    return () => {
      current = false;
    };
  }, [asked]);
  useEffect(load, [load]);

  if (problem !== undefined) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p role="alert">{problem}</p>
        <Button variant="secondary" size="sm" onClick={load}>
          Try again
        </Button>
      </div>
    );
  }
  if (sent === undefined) {
    return <SkeletonList label="Loading…" count={3} shape="h-4" className="space-y-2.5 py-1" />;
  }
  if (sent.length === 0) return none;
  return sent.map(({ textIds, content }) => (
    <div key={textIds[0]} className="mt-3 first:mt-0">
      {heading?.(textIds, sent.length === 1)}
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Passages that the AI received"
        className="max-h-64 overflow-y-auto rounded-md border bg-surface p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {content}
      </pre>
    </div>
  ));
}
