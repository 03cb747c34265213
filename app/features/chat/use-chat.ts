import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { signInPath } from '~/features/auth';
import { isRunning } from '~/features/generation';
import { onChange, onConnection, onMissed } from '~/realtime';
import { toastError } from '~/ui/toast';

import type { AnswerChange, ChatMessageView } from './conversation';
import {
  answerSnapshot,
  ask,
  follow,
  followAgain,
  goOn,
  onAnswerEnd,
  Refused,
  stop,
  wake,
} from './live-answers';
import { answerErrorText, chatMessages } from './messages';
import { useAnswer } from './use-answer';
import { useReload } from './use-reload';

/** A question on its way, or one that this tab has sent since the page was loaded. */
export interface LocalTurn {
  clientKey: string;
  content: string;
  /** Null until the server has stored them. */
  questionId: string | null;
  answerId: string | null;
}

export interface Chat {
  /** Sent from here and not in the loaded messages yet. */
  turns: LocalTurn[];
  /** True while a question is on its way or an answer is being written: the input waits. */
  busy: boolean;
  /** The answer being written; null when none is. */
  runningId: string | null;
  /** The person was writing when this page came. */
  cameWriting: boolean;
  /** Rejects after telling the person, so that the composer keeps the text. */
  send(content: string): Promise<void>;
  stopAnswer(): void;
  continueAnswer(id: string): void;
}

/** The history state of a page that a person comes to while writing: the input gets the focus back. */
const WRITING = { writing: true };

const FAILED_TO_REACH =
  'We could not reach the server. Please check your connection and try again.';

/** The state of one chat page; `conversationId` is null on the page of a new one. */
export function useChat(conversationId: string | null, messages: ChatMessageView[]): Chat {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const reload = useReload();
  const [turns, setTurns] = useState<LocalTurn[]>([]);
  const [sending, setSending] = useState(false);
  const shown = useRef(new Set<string>());

  const known = new Set(messages.map((message) => message.id));
  const fresh = turns.filter((turn) => turn.questionId === null || !known.has(turn.questionId));
  useEffect(() => {
    shown.current = new Set([...known, ...fresh.flatMap((turn) => turn.answerId ?? [])]);
  });

  const last = fresh.at(-1)?.answerId ?? messages.at(-1)?.id ?? null;
  const lastLoaded = messages.at(-1);
  const answer = useAnswer(last ?? '');
  const loadedState = lastLoaded?.id === last ? lastLoaded?.answer?.state : undefined;
  const running = answer ? isRunning(answer.state) : !!loadedState && isRunning(loadedState);

  // Answers that were being written when the page was loaded.
  useEffect(() => {
    for (const message of messages) {
      if (message.answer && isRunning(message.answer.state)) void follow(message.id, message.text);
    }
  }, [messages]);

  useEffect(
    () =>
      onChange('answer', (data) => {
        const change = data as AnswerChange;
        if (change.conversationId !== conversationId) return;
        if (!isRunning(change.state)) {
          wake(change.id);
          // Ended before this tab began to follow it.
          if (!answerSnapshot(change.id)) reload();
        } else if (!shown.current.has(change.id)) {
          // Asked in another tab. The one who asked here knows of it by the response, which may come a moment later.
          setTimeout(() => shown.current.has(change.id) || reload(), 150);
        } else if (!isRunning(answerSnapshot(change.id)?.state ?? 'done')) {
          followAgain(change.id);
        }
      }),
    [conversationId, reload],
  );
  useEffect(() => onMissed(reload), [reload]);
  useEffect(() => onConnection((connected) => connected || wake()), []);
  useEffect(
    () =>
      onAnswerEnd((id, end) => {
        if (end.state === 'failed' && shown.current.has(id)) {
          toastError(answerErrorText(end.reason ?? chatMessages.brokeOff));
        }
      }),
    [],
  );

  const report = useCallback(
    (error: unknown, otherwise: string) => {
      if (error instanceof Refused && error.status === 401) {
        toastError(error.message);
        navigate(signInPath(pathname));
        return;
      }
      const offline = error instanceof TypeError;
      toastError(
        offline ? FAILED_TO_REACH : (error instanceof Refused && error.message) || otherwise,
      );
    },
    [navigate, pathname],
  );

  const send = useCallback(
    async (content: string) => {
      const clientKey = crypto.randomUUID();
      setSending(true);
      setTurns((old) => [...old, { clientKey, content, questionId: null, answerId: null }]);
      try {
        const start = await askTwice({ conversationId, content, clientKey });
        setTurns((old) =>
          old.map((turn) =>
            turn.clientKey === clientKey
              ? { ...turn, questionId: start.questionId, answerId: start.answerId }
              : turn,
          ),
        );
        // On the page of a new conversation the input waits until its own page is there: what is typed there stays.
        if (conversationId !== null) setSending(false);
        else navigate(`/ai-lab/chat/${start.conversationId}`, { replace: true, state: WRITING });
      } catch (error) {
        setSending(false);
        setTurns((old) => old.filter((turn) => turn.clientKey !== clientKey));
        report(error, chatMessages.saveFailed);
        throw error;
      }
    },
    [conversationId, navigate, report],
  );

  return {
    turns: fresh,
    busy: sending || running,
    runningId: running ? last : null,
    cameWriting: (state as typeof WRITING | null)?.writing === true,
    send,
    stopAnswer: useCallback(() => {
      if (last)
        stop(last).catch((error: unknown) => report(error, 'Stopping failed. Please try again.'));
    }, [last, report]),
    continueAnswer: useCallback(
      (id: string) => {
        goOn(id).catch((error: unknown) => report(error, 'Continuing failed. Please try again.'));
      },
      [report],
    ),
  };
}

/** A connection that breaks while the message is sent leaves open whether it arrived: its key makes asking again safe. */
async function askTwice(message: Parameters<typeof ask>[0]): ReturnType<typeof ask> {
  try {
    return await ask(message);
  } catch (error) {
    if (!(error instanceof TypeError) || !navigator.onLine) throw error;
    return ask(message);
  }
}
