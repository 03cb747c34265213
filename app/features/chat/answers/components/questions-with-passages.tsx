import { useCallback, useEffect, useState } from 'react';

import { SentPassages } from '~/features/brand';
import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { LocalDay } from '~/ui/dates/local-time';

import type { AnswersApi } from '../routes/answers';

const api = client<AnswersApi>();

type Page = Awaited<ReturnType<typeof api.get<'/api/conversations/:id/passages'>>>;

/** The questions of a conversation that passages of documents went along with, each of which opens to them. */
export function QuestionsWithPassages({ conversationId }: { conversationId: string }) {
  const [{ questions, before }, setShown] = useState<Page>({ questions: [], before: null });
  const [problem, setProblem] = useState<string>();

  const load = useCallback(
    (after: string | null) => {
      let current = true;
      api
        .get('/api/conversations/:id/passages', {
          params: { id: conversationId },
          search: after === null ? {} : { before: after },
        })
        .then(
          (page) => {
            if (!current) return;
            setProblem(undefined);
            setShown((old) => ({
              questions: after === null ? page.questions : [...old.questions, ...page.questions],
              before: page.before,
            }));
          },
          (error: unknown) => current && setProblem(refusalText(error, 'Couldn’t load this.')),
        );
      return () => {
        current = false;
      };
    },
    [conversationId],
  );
  useEffect(() => load(null), [load]);

  return (
    <>
      {questions.length > 0 && (
        <div className="mt-4">
          <h3 className="text-sm font-medium">Passages sent with your messages</h3>
          <ul className="mt-2 divide-y rounded-md border">
            {questions.map((one) => (
              <li key={one.answerId}>
                <Asked {...one} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {(problem !== undefined || before !== null) && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3 text-sm">
          {problem !== undefined && <p role="alert">{problem}</p>}
          <Button
            variant="secondary"
            size="sm"
            onClick={() => void load(questions.length > 0 ? before : null)}
          >
            {problem === undefined ? 'Show earlier messages' : 'Try again'}
          </Button>
        </div>
      )}
    </>
  );
}

function Asked({ answerId, question, askedAt }: Page['questions'][number]) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpened((old) => old || currentTarget.open)}>
      <summary className="disclosure flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-sm hover:bg-hover">
        <span className="min-w-0 flex-1 truncate">{question || 'A message'}</span>
        <LocalDay at={askedAt} className="shrink-0 text-xs text-muted" />
      </summary>
      <div className="px-3 pb-3">{opened && <SentPassages ids={[answerId]} />}</div>
    </details>
  );
}
