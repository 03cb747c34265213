import { forwardRef, memo, useEffect, useRef, useState, type ReactNode } from 'react';

import { useCitations } from '~/features/brand';
import { SaveAsContent } from '~/features/copywriting';
import { canContinue, isRunning, type GenerationState, useLiveText } from '~/engine/generation';
import { formatDuration } from '~/lib/format/durations';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { GrowingText, PlainText } from '~/ui/rich-text/markdown-text';
import { Pencil, RefreshCw, TriangleAlert } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { ChatMessageView } from '../../conversations/conversation';
import { ImagesOfMessage } from '../../images/images-of-chat';
import { requestMessageText } from '../use-messages';
import { versionPlace } from '../message-tree';
import { answerErrorText, chatTexts } from '../../texts';
import { shownText, type MessageFile } from '../overflow';
import { useEditing } from '../use-editing';
import { AnswerTokens } from '../../answers/components/answer-tokens';
import { AnswerMenu } from './answer-menu';
import { MessageBody } from './message-parts';
import { MessageFiles } from './message-parts';
import { VersionSwitch } from './message-parts';

/** A message that was opened by its link is framed for a moment; its focus need not show then. */
const SHOWN =
  'rounded-lg outline-2 outline-offset-8 outline-transparent transition-[outline-color] duration-500 data-shown:outline-accent focus-visible:outline-transparent data-shown:focus-visible:outline-accent';

interface MessageProps {
  /** The loaded message; null for one that this tab has just sent. */
  view: ChatMessageView | null;
  /** Something is being sent or written, so nothing else can be sent. */
  busy: boolean;
  onShowVersion(id: string, message: HTMLElement): void;
}

export interface QuestionProps extends MessageProps {
  /** Null until the server has stored it. */
  id: string | null;
  /** The typed text until the message is loaded. */
  text: string;
  /** The attached files until the message is loaded. */
  files?: readonly MessageFile[];
  /** Rejects when the server refused the text. */
  onEdit(id: string, content: string): Promise<void>;
}

const NO_FILES: readonly MessageFile[] = [];

/** A person's message: as loaded or just typed, or the field for its new version. */
export const Question = memo(function Question({
  id,
  view,
  text,
  files = NO_FILES,
  busy,
  onEdit,
  onShowVersion,
}: QuestionProps) {
  const { editing, loading, button, edit, end } = useEditing(id);
  return (
    <article
      aria-label="You"
      data-message-id={id ?? undefined}
      tabIndex={-1}
      className={`group flex flex-col items-end ${SHOWN}`}
    >
      {editing && id !== null ? (
        <editing.Editor
          key={id}
          id={id}
          text={editing.text}
          focus={editing.justOpened}
          busy={busy}
          onSave={(typed) => onEdit(id, typed).then(() => end(false))}
          onCancel={() => end(true)}
        />
      ) : (
        <>
          <MessageFiles
            key={id}
            id={id}
            files={view?.files ?? files}
            more={view?.moreFiles ?? false}
          />
          <ImagesOfMessage key={'i' + (id ?? '')} id={id} loaded={view?.images} mine />
          <div
            className={`max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5 transition-opacity ${id === null ? 'opacity-60' : ''}`}
          >
            {view?.html == null ? (
              <PlainText text={shownText(text)} />
            ) : (
              <MessageBody key={id} id={id ?? ''} html={view.html} overflow={view.overflow} mine />
            )}
          </div>
          {id !== null && (
            <MessageActions id={id} view={view} busy={busy} onShowVersion={onShowVersion} mine>
              <ActionButton ref={button} label="Edit" pending={loading} onClick={edit}>
                <Pencil className="size-4" aria-hidden="true" />
              </ActionButton>
              <CopyMessage id={id} />
            </MessageActions>
          )}
        </>
      )}
    </article>
  );
});

export interface AnswerProps extends MessageProps {
  id: string;
  onContinue(id: string): void;
  /** Null without a question that could be answered again. */
  onRegenerate: ((id: string) => void) | null;
}

/** The assistant's message, which follows the text while it is being written. */
export const Answer = memo(function Answer({
  id,
  view,
  busy,
  onContinue,
  onRegenerate,
  onShowVersion,
}: AnswerProps) {
  const live = useLiveText(id);
  const state: GenerationState = live?.state ?? view?.answer?.state ?? (view ? 'done' : 'queued');
  const running = isRunning(state);
  const text = live?.text ?? view?.text ?? '';
  const empty = live ? text === '' : !view?.html;
  const article = useRef<HTMLElement>(null);
  useCitations(article, id, running ? '' : live ? text : (view?.html ?? ''));

  return (
    <article
      ref={article}
      aria-label="Assistant"
      aria-busy={running}
      data-message-id={id}
      tabIndex={-1}
      className={`group ${SHOWN}`}
    >
      <Steps key={'t' + id} id={id} running={running} view={view} />
      {live ? (
        <GrowingText key={id} text={text} grows={running} fallback={view?.html ?? null} />
      ) : (
        view?.html && <MessageBody key={id} id={id} html={view.html} overflow={view.overflow} />
      )}
      <ImagesOfMessage key={'i' + id} id={id} loaded={view?.images} />
      {running && empty && <Waiting key={'w' + id} ranMs={view?.answer?.ranMs ?? 0} />}
      {!running && (
        <AnswerEnd
          state={state}
          reason={live ? live.reason : (view?.answer?.reason ?? null)}
          empty={empty}
          onContinue={busy ? null : () => onContinue(id)}
        />
      )}
      {!running && (
        <MessageActions id={id} view={view} busy={busy} onShowVersion={onShowVersion}>
          {!empty && <CopyMessage id={id} />}
          {!empty && <SaveAsContent id={id} text={() => requestMessageText(id)} />}
          {!empty && <AnswerMenu key={id} id={id} />}
          {!empty && onRegenerate && (
            <ActionButton label="Regenerate" onClick={busy ? undefined : () => onRegenerate(id)}>
              <RefreshCw className="size-4" aria-hidden="true" />
            </ActionButton>
          )}
          <AnswerTokens id={id} loaded={view?.usage ?? null} />
        </MessageActions>
      )}
    </article>
  );
});

const loadSteps = () =>
  import('../../loaded-later').then(
    (later) => later.loadSteps(),
    () => null,
  );

/** What an answer did before its text. The lines have their room before the code for them is loaded. */
function Steps({ id, running, view }: { id: string; running: boolean; view: AnswerProps['view'] }) {
  const { calls = 0, usage = null } = view ?? {};
  const lines = calls + (usage?.thoughtMs ? 1 : 0);
  const part = useLoadOnUse(loadSteps, running || lines > 0);
  return part ? (
    <part.AnswerSteps {...{ id, running, calls, usage }} />
  ) : (
    lines > 0 && <div style={{ height: `${lines * 1.75 + 0.75}rem` }} />
  );
}

/** Until the first word: for how long. */
function Waiting({ ranMs }: { ranMs: number }) {
  const [ms, setMs] = useState(ranMs);
  useEffect(() => {
    const begun = Date.now() - ranMs;
    const timer = setInterval(() => setMs(Date.now() - begun), 1_000);
    return () => clearInterval(timer);
  }, [ranMs]);
  return (
    <p className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <SpinnerIcon />
      Thinking…{ms >= 1_000 && ` ${formatDuration(ms / 1_000, 'short', Math.floor)}`}
    </p>
  );
}

/** The actions on one message, and the switch between its versions. */
function MessageActions({
  id,
  view,
  busy,
  mine = false,
  onShowVersion,
  children,
}: MessageProps & { id: string; mine?: boolean; children: ReactNode }) {
  const place = versionPlace(view?.versions ?? [], id);
  const row = useRef<HTMLDivElement>(null);
  return (
    <div ref={row} className={`-mx-2 mt-1 flex ${mine ? 'flex-row-reverse' : ''}`}>
      {place && (
        <VersionSwitch
          place={place}
          disabled={busy}
          onShow={(version) => {
            const message = row.current?.closest('article');
            if (message) onShowVersion(version, message);
          }}
        />
      )}
      <div className="message-actions flex group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100">
        {children}
      </div>
    </div>
  );
}

/** Its text is loaded on request, because the page has only the rendered one. */
function CopyMessage({ id }: { id: string }) {
  return (
    <CopyButton
      key={id}
      label="Copy"
      text={() => requestMessageText(id)}
      copied={chatTexts.copied}
      failed={chatTexts.copyFailed}
    />
  );
}

const ActionButton = forwardRef<
  HTMLButtonElement,
  {
    label: string;
    pending?: boolean;
    /** Undefined: not available now. */
    onClick: (() => void) | undefined;
    children: ReactNode;
  }
>(function ActionButton({ label, pending, onClick, children }, ref) {
  return (
    <Button
      ref={ref}
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      pending={pending}
      // Not `disabled`, which would lose the focus.
      aria-disabled={onClick === undefined}
      className="aria-disabled:opacity-50"
      onClick={onClick}
    >
      {children}
    </Button>
  );
});

function AnswerEnd({
  state,
  reason,
  empty,
  onContinue,
}: {
  state: GenerationState;
  reason: string | null;
  /** There is no text to continue, so the question is answered again. */
  empty: boolean;
  onContinue: (() => void) | null;
}) {
  if (!canContinue(state)) return null;
  const failed = state === 'failed';
  return (
    <div
      className={`mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3 text-sm ${failed ? 'border-danger/40 bg-danger-soft' : 'bg-sunken text-muted'}`}
    >
      {failed && (
        <TriangleAlert
          className="mt-0.5 size-4 shrink-0 self-start text-danger"
          aria-hidden="true"
        />
      )}
      <div className="min-w-0 flex-1 basis-60">
        {failed && <p>{chatTexts.apology}</p>}
        <p className={failed ? 'text-muted' : ''}>
          {failed && answerErrorText(reason ?? chatTexts.brokeOff)}
          {state === 'stopped' && chatTexts.stopped}
          {state === 'interrupted' && chatTexts.interrupted}
        </p>
      </div>
      {onContinue && (
        <Button variant="secondary" size="sm" onClick={onContinue}>
          {empty ? 'Try again' : 'Continue'}
        </Button>
      )}
    </div>
  );
}
