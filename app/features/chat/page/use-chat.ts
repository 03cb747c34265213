import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { AttachedFile } from '../attachments/attachment';
import { showFailure } from '~/features/accounts';
import { isOutOfTokens } from '~/features/billing';
import { isRunning, liveText, stop, useLiveText, wake } from '~/engine/generation';
import { newClientKey } from '~/lib/client-key';
import { onEvent, onConnection, onMissed } from '~/engine/events';
import { useReload } from '~/ui/use-reload';
import { client, refusalText } from '~/http/client';

import type { ChatMessageView, Sent } from '../conversations/conversation';
import type { ConversationSettings } from '../conversations/settings/conversation-settings';
import {
  ask,
  regenerate,
  editMessage,
  follow,
  followContinued,
  continueAnswer,
} from '../answers/live-answers';
import { chatTexts } from '../texts';
import type { MessagesApi } from '../messages/routes/messages';
import { shownMessages, type LocalTurn, type ShownMessage } from '../messages/shown-messages';
import { useMessages, type EarlierMessages } from '../messages/use-messages';

const api = client<MessagesApi>();

export interface Chat {
  /** The branch as loaded, and what was sent from here since. */
  shown: ShownMessage[];
  /** True while a question is on its way or an answer is being written: the input waits. */
  busy: boolean;
  /** The answer being written; null when none is. */
  runningId: string | null;
  /** The person was writing when this page came. */
  cameWriting: boolean;
  /**
   * Rejects after telling the person, so that the composer keeps the text. The settings are those of a conversation
   * that begins with it.
   */
  send(content: string, files?: AttachedFile[], settings?: ConversationSettings): Promise<void>;
  stopGeneration(): void;
  continueAnswer(id: string): void;
  /** Answers a question again. True when the answer has started; otherwise the person has seen why not. */
  regenerate(answerId: string): Promise<boolean>;
  /** Sends another version of a message. Rejects after telling the person why, so that the editor keeps the text. */
  edit(questionId: string, content: string): Promise<void>;
  /** Shows the branch through another version of a message. True when it is asked for; else the person has been told. */
  showVersion(id: string): Promise<boolean>;
  earlier: EarlierMessages;
  /** Why the last thing asked for was not begun, when tokens are missing. */
  outOfTokens: string | null;
}

/** The history state of a page that a person comes to while writing: the input gets the focus back. */
const WRITING = { writing: true };

const FAILED_TO_REACH =
  'We could not reach the server. Please check your connection and try again.';

/**
 * The state of one chat page; `conversationId` is null on the page of a new one. `end` are the last messages of the
 * branch that is shown.
 */
export function useChat(conversationId: string | null, end: ChatMessageView[]): Chat {
  const navigate = useNavigate();
  const { state } = useLocation();
  const reload = useReload();
  const [turns, setTurns] = useState<LocalTurn[]>([]);
  const { messages, earlier } = useMessages(conversationId, end);
  const [loadedEnd, setLoadedEnd] = useState(end);
  const [sending, setSending] = useState(false);
  const [outOfTokens, setOutOfTokens] = useState<string | null>(null);
  /** The end of the branch that this tab has chosen and is loading. */
  const chosen = useRef<string | null>(null);
  const choosing = useRef(false);

  // Loaded anew: what was sent from here is in it.
  if (loadedEnd !== end) {
    setLoadedEnd(end);
    const known = new Set(end.map((message) => message.id));
    setTurns(turns.filter(({ answerId }) => answerId === null || !known.has(answerId)));
  }

  const shown = useMemo(() => shownMessages(messages, turns), [messages, turns]);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    chosen.current = null;
  }, [end]);

  const last = shown.findLast(({ role, id }) => role === 'assistant' && id !== null);
  const lastId = last?.id ?? null;
  const answer = useLiveText(lastId ?? '');
  const loadedState = last?.view?.answer?.state;
  const running = answer
    ? isRunning(answer.state)
    : last !== undefined && (last.view === null || (!!loadedState && isRunning(loadedState)));

  // Answers that were being written when the page was loaded.
  useEffect(() => {
    for (const message of end) {
      if (message.answer && isRunning(message.answer.state)) void follow(message.id, message.text);
    }
  }, [end]);

  useEffect(
    () =>
      onEvent('answer', (data) => {
        const change = data;
        if (change.conversationId !== conversationId) return;
        if (!isRunning(change.state)) {
          wake(change.id);
          // Ended before this tab began to follow it.
          if (!liveText(change.id)) reload();
        } else if (!isShown(latest.current, change.id)) {
          // Asked in another tab. The one who asked here knows of it by the response, which may come a moment later.
          setTimeout(() => isShown(latest.current, change.id) || reload(), 150);
        } else if (!isRunning(liveText(change.id)?.state ?? 'done')) {
          followContinued(change.id);
        }
      }),
    [conversationId, reload],
  );
  useEffect(
    () =>
      onEvent('branch', (data) => {
        const change = data;
        if (change.conversationId !== conversationId || change.leafId === chosen.current) return;
        // The news of this tab's own choice may overtake its answer.
        if (choosing.current) return;
        if (latest.current.at(-1)?.id !== change.leafId) reload();
      }),
    [conversationId, reload],
  );
  useEffect(() => onMissed(reload), [reload]);
  useEffect(() => onConnection((connected) => connected || wake()), []);

  const report = useCallback((error: unknown, otherwise: string) => {
    if (isOutOfTokens(error)) return setOutOfTokens(refusalText(error, otherwise));
    const offline = error instanceof TypeError;
    showFailure(error, offline ? FAILED_TO_REACH : refusalText(error, otherwise));
  }, []);

  const send = useCallback(
    async (content: string, files: AttachedFile[] = [], settings?: ConversationSettings) => {
      const clientKey = newClientKey();
      const attachmentIds = files.map(({ id }) => id);
      setSending(true);
      setOutOfTokens(null);
      const turn = { clientKey, content, files, parentId: latest.current.at(-1)?.id ?? null };
      setTurns((old) => [...old, { ...turn, replaces: false, questionId: null, answerId: null }]);
      try {
        const start = await twice(() =>
          ask({ conversationId, content, settings, clientKey, attachmentIds }),
        );
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
        report(error, chatTexts.saveFailed);
        throw error;
      }
    },
    [conversationId, navigate, report],
  );

  /** Another version of a message: shown as soon as it is stored, while the page's data come anew. */
  const askOther = useCallback(
    async (
      turn: Pick<LocalTurn, 'content' | 'parentId'>,
      begin: (clientKey: string) => Promise<Sent>,
    ) => {
      const clientKey = newClientKey();
      setSending(true);
      setOutOfTokens(null);
      try {
        const { questionId, answerId } = await twice(() => begin(clientKey));
        setTurns((old) => [...old, { ...turn, clientKey, replaces: true, questionId, answerId }]);
        reload();
      } finally {
        setSending(false);
      }
    },
    [reload],
  );

  const regenerateHere = useCallback(
    async (id: string) => {
      const parentId = parentOf(latest.current, id);
      try {
        await askOther({ content: null, parentId }, (clientKey) => regenerate(id, clientKey));
        return true;
      } catch (error) {
        report(error, chatTexts.regenerateFailed);
        return false;
      }
    },
    [askOther, report],
  );

  const edit = useCallback(
    async (id: string, content: string) => {
      const parentId = parentOf(latest.current, id);
      try {
        await askOther({ content, parentId }, (clientKey) =>
          editMessage(id, { content, clientKey }),
        );
      } catch (error) {
        report(error, chatTexts.saveFailed);
        throw error;
      }
    },
    [askOther, report],
  );

  const { reach } = earlier;
  const showVersion = useCallback(
    async (id: string) => {
      if (conversationId === null) return false;
      choosing.current = true;
      try {
        const { leafId } = await api.post('/api/conversations/:id/branch', {
          params: { id: conversationId },
          body: { messageId: id },
        });
        chosen.current = leafId;
        // So much may follow it that the page's own load does not go up to it.
        await reach(id);
        return true;
      } catch (error) {
        showFailure(error, chatTexts.branchFailed);
        return false;
      } finally {
        choosing.current = false;
        // Also after a failure: another tab may have chosen meanwhile.
        reload();
      }
    },
    [conversationId, reach, reload],
  );

  return {
    shown,
    busy: sending || running,
    runningId: running ? lastId : null,
    cameWriting: (state as typeof WRITING | null)?.writing === true,
    send,
    stopGeneration: useCallback(() => {
      if (lastId)
        stop(lastId).catch((error: unknown) => report(error, 'Stopping failed. Please try again.'));
    }, [lastId, report]),
    continueAnswer: useCallback(
      (id: string) => {
        setOutOfTokens(null);
        continueAnswer(id).catch((error: unknown) =>
          report(error, 'Continuing failed. Please try again.'),
        );
      },
      [report],
    ),
    regenerate: regenerateHere,
    edit,
    showVersion,
    earlier,
    outOfTokens,
  };
}

function isShown(shown: readonly ShownMessage[], id: string): boolean {
  return shown.some((message) => message.id === id);
}

function parentOf(shown: readonly ShownMessage[], id: string): string | null {
  return shown.find((message) => message.id === id)?.parentId ?? null;
}

/** A connection that breaks while sending leaves open whether the message arrived; its key makes a retry safe. */
async function twice(send: () => Promise<Sent>): Promise<Sent> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof TypeError) || !navigator.onLine) throw error;
    return send();
  }
}
