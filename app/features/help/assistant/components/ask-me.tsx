import { Link, useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState, type MouseEvent } from 'react';

import { Button } from '~/ui/button';
import { GrowingArea } from '~/ui/forms/growing-area';
import { isComposing } from '~/ui/keyboard';
import { GrowingText } from '~/ui/rich-text/markdown-text';
import { ArrowUp } from '~/ui/display/shared-icons';
import { Spinner } from '~/ui/feedback/progress';

import { MAX_QUESTION } from '../assistant';
import { useHelpTalk, type HelpLine } from '../use-help-talk';

const EXAMPLES = [
  'How do I share a conversation?',
  'What are tokens?',
  'How do I use my brand in images?',
];

const FOOT_LINK =
  'inline-flex min-h-9 items-center underline underline-offset-4 hover:text-text touch:min-h-11';

export interface AskMeProps {
  /** Called when a link in an answer is followed. */
  onLeave: () => void;
  onContact: () => void;
}

/** Questions about the product, answered from the help articles. */
export function AskMe({ onLeave, onContact }: AskMeProps) {
  const { lines, waiting, ask, clear } = useHelpTalk();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [lines, waiting]);
  // The field is disabled while an answer is awaited, and loses the focus.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!waiting && hadFocus.current) field.current?.focus();
    if (!waiting) hadFocus.current = false;
  }, [waiting]);

  function send(question: string) {
    if (!ask(question)) return;
    hadFocus.current = true;
    setTyped('');
  }

  return (
    <>
      <div
        ref={scroller}
        tabIndex={-1}
        className="max-h-[min(24rem,50dvh)] min-h-40 overflow-y-auto p-4"
      >
        {lines.length === 0 && <Beginning onAsk={send} />}
        <div role="log" aria-label="Questions and answers" className="space-y-4 text-sm">
          {lines.map((line, index) => (
            <Line key={index} line={line} onLeave={onLeave} />
          ))}
        </div>
        {waiting && (
          <p className="mt-4">
            <Spinner label="Looking it up…" />
          </p>
        )}
      </div>
      <form
        className="border-t p-3"
        onSubmit={(event) => {
          event.preventDefault();
          send(typed);
        }}
      >
        <div className="flex items-end gap-2">
          <GrowingArea
            ref={field}
            name="question"
            aria-label="Your question"
            placeholder="How do I…?"
            rows={1}
            maxLength={MAX_QUESTION}
            value={typed}
            disabled={waiting}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
              event.preventDefault();
              send(typed);
            }}
            className="max-h-32 min-h-11 w-full resize-none rounded-md border border-border-strong bg-field px-3 py-2.5 text-sm -outline-offset-1 placeholder:text-muted focus:border-ring disabled:opacity-60"
          />
          <Button
            type="submit"
            size="icon"
            aria-label="Ask"
            disabled={waiting || typed.trim() === ''}
          >
            <ArrowUp className="size-5" aria-hidden="true" />
          </Button>
        </div>
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
          <Link to="/help" onClick={onLeave} className={FOOT_LINK}>
            All help articles
          </Link>
          {lines.length > 0 ? (
            <button
              type="button"
              onClick={() => {
                clear();
                field.current?.focus();
              }}
              className={FOOT_LINK}
            >
              Start over
            </button>
          ) : (
            <button type="button" onClick={onContact} className={FOOT_LINK}>
              Ask a person
            </button>
          )}
        </p>
      </form>
    </>
  );
}

function Beginning({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <>
      <p className="text-sm text-muted text-pretty">Ask how to do something. It’s free.</p>
      <ul aria-label="For example" className="mt-3 space-y-2">
        {EXAMPLES.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="w-full rounded-md border px-3 py-2 text-left text-sm transition-colors hover:border-border-strong hover:bg-hover touch:min-h-11"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ line, onLeave }: { line: HelpLine; onLeave: () => void }) {
  const navigate = useNavigate();
  const { role, content, failed } = line;
  if (role === 'user') {
    return (
      <article aria-label="You" className="ml-6 rounded-lg bg-accent-soft px-3 py-2">
        <p className="whitespace-pre-wrap wrap-anywhere">{content}</p>
      </article>
    );
  }

  /** Opens a link to one of our pages without reloading, and closes the menu. */
  function follow(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest('a');
    const plain = !event.defaultPrevented && event.button === 0;
    if (!link || !plain || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
    event.preventDefault();
    onLeave();
    navigate(link.pathname + link.search + link.hash);
  }

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links inside are what is clicked; Enter on them clicks too
    <article aria-label="Assistant" onClick={follow} className={failed ? 'text-danger' : ''}>
      {failed ? <p>{content}</p> : <GrowingText text={content} grows={false} fallback={null} />}
    </article>
  );
}
