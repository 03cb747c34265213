import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { AttachedFile } from '../attachments/attachment';
import { showFailure } from '~/features/accounts';
import { isOutOfTokens } from '~/features/billing';
import { isRunning, liveText, stop, useLiveText, wake } from '~/engine/generation';
import { newClientKey } from '~/lib/client-key';
import { isLive, onConnection, onEvent, onMissed } from '~/engine/events';
import { useReload } from '~/ui/use-reload';
import { client, refusalText, RequestRefused } from '~/http/client';

import { noteDeleted } from '../conversations/deleted-elsewhere';
import type { ChatMessageView, Sent } from '../conversations/conversation';
import type { ConversationSettings } from '../conversations/settings/conversation-settings';
import {
  ask,
  regenerate,
  editMessage,
  follow,
  followContinued,
  continueAnswer,
  onAnswerEnd,
} from '../answers/live-answers';
import { chatTexts } from '../texts';
import type { MessagesApi } from '../messages/routes/messages';
import { shownMessages, type LocalTurn, type ShownMessage } from '../messages/shown-messages';
import { useMessages, type EarlierMessages } from '../messages/use-messages';

const api = client<MessagesApi>();

export interface NewMessage {
  content: string;
  files: AttachedFile[];
  /** An image of the gallery to change, or to start from. */
  imageId: string | undefined;
  /** For a new conversation, which starts with this message. */
  settings: ConversationSettings | undefined;
}

export interface Chat {
  /** The branch as loaded, and what this tab has sent since. */
  shown: ShownMessage[];
  /** A message is being sent or an answer is being written, so the input is disabled. */
  busy: boolean;
  /** The answer being written; null when none is. */
  runningId: string | null;
  /** The person was typing when this page opened. */
  wasTyping: boolean;
  /**
   * Rejects after showing the person why, so that the composer keeps the text.
   */
  send(message: NewMessage): Promise<void>;
  stopGeneration(): void;
  continueAnswer(id: string): void;
  /** Answers a question again. False when that failed and the person has seen why. */
  regenerate(answerId: string): Promise<boolean>;
  /** Sends another version of a message. Rejects after showing the person why, so that the editor keeps the text. */
  edit(questionId: string, content: string): Promise<void>;
  /** Shows the branch through another version of a message. False when that failed and the person has seen why. */
  showVersion(id: string): Promise<boolean>;
  earlier: EarlierMessages;
  /** Why the last request was refused, if there were too few tokens; otherwise null. */
  outOfTokens: string | null;
}

/** The history state of a page that opens while the person types: the input gets the focus back. */
const TYPING = { writing: true };

/**
 * The state of one chat page; `conversationId` is null on the page of a new conversation. `end` has the last messages of
 * the branch that is shown.
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
  /** The leaf of the branch that this tab has chosen and is loading. */
  const chosen = useRef<string | null>(null);
  const choosing = useRef(false);

  // The page was loaded again, with what this tab has sent.
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

  // Follows the answers that were being written when the page was loaded.
  useEffect(() => {
    for (const message of end) {
      if (message.answer && isRunning(message.answer.state)) void follow(message.id, message.text);
    }
  }, [end]);

  useEffect(
    () =>
      onEvent('answer', (change) => {
        if (change.conversationId !== conversationId) return;
        if (!isRunning(change.state)) {
          wake(change.id);
          // It ended before this tab started to follow it.
          if (!liveText(change.id)) reload();
        } else if (!isShown(latest.current, change.id)) {
          // Probably started by another tab. If by this one, it learns so from the response, which may arrive later.
          setTimeout(() => isShown(latest.current, change.id) || reload(), 150);
        } else if (!isRunning(liveText(change.id)?.state ?? 'done')) {
          followContinued(change.id);
        }
      }),
    [conversationId, reload],
  );
  useEffect(
    () =>
      onEvent('branch', (change) => {
        if (change.conversationId !== conversationId || change.leafId === chosen.current) return;
        // The event about this tab's own choice may arrive before the response.
        if (choosing.current) return;
        if (latest.current.at(-1)?.id !== change.leafId) reload();
      }),
    [conversationId, reload],
  );
  useEffect(() => onMissed(reload), [reload]);
  // Without a live connection, nothing else says what an answer used and how long its model thought.
  useEffect(() => onAnswerEnd(() => void (isLive() || reload())), [reload]);
  useEffect(() => onConnection((connected) => connected || wake()), []);

  const report = useCallback(
    (error: unknown, otherwise: string) => {
      if (isOutOfTokens(error)) return setOutOfTokens(refusalText(error, otherwise));
      const isGone = error instanceof RequestRefused && error.reason === chatTexts.gone;
      if (isGone && conversationId !== null) return noteDeleted(conversationId);
      const offline = error instanceof TypeError;
      showFailure(error, offline ? chatTexts.unreachable : refusalText(error, otherwise));
    },
    [conversationId],
  );

  const send = useCallback(
    async ({ content, files, imageId, settings }: NewMessage) => {
      const clientKey = newClientKey();
      const attachmentIds = files.map(({ id }) => id);
      setSending(true);
      setOutOfTokens(null);
      const turn = { clientKey, content, files, parentId: latest.current.at(-1)?.id ?? null };
      setTurns((old) => [...old, { ...turn, replaces: false, questionId: null, answerId: null }]);
      try {
        const start = await withRetry(() =>
          ask({ conversationId, content, settings, clientKey, attachmentIds, imageId }),
        );
        setTurns((old) =>
          old.map((turn) => (turn.clientKey === clientKey ? { ...turn, ...start } : turn)),
        );
        // On the page of a new conversation, the input stays disabled until the conversation's own page opens.
        if (conversationId !== null) setSending(false);
        else navigate(`/ai-lab/chat/${start.conversationId}`, { replace: true, state: TYPING });
      } catch (error) {
        setSending(false);
        setTurns((old) => old.filter((turn) => turn.clientKey !== clientKey));
        report(error, chatTexts.saveFailed);
        throw error;
      }
    },
    [conversationId, navigate, report],
  );

  /** Sends another version of a message and shows it as soon as it is stored, while the page's data are loaded again. */
  const sendVersion = useCallback(
    async (
      turn: Pick<LocalTurn, 'content' | 'parentId'>,
      begin: (clientKey: string) => Promise<Sent>,
    ) => {
      const clientKey = newClientKey();
      setSending(true);
      setOutOfTokens(null);
      try {
        const start = await withRetry(() => begin(clientKey));
        setTurns((old) => [...old, { ...turn, ...start, clientKey, replaces: true }]);
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
        await sendVersion({ content: null, parentId }, (clientKey) => regenerate(id, clientKey));
        return true;
      } catch (error) {
        report(error, chatTexts.regenerateFailed);
        return false;
      }
    },
    [sendVersion, report],
  );

  const edit = useCallback(
    async (id: string, content: string) => {
      const parentId = parentOf(latest.current, id);
      try {
        await sendVersion({ content, parentId }, (clientKey) =>
          editMessage(id, { content, clientKey }),
        );
      } catch (error) {
        report(error, chatTexts.saveFailed);
        throw error;
      }
    },
    [sendVersion, report],
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
        // With many messages after it, the page's own load may not reach up to it.
        await reach(id);
        return true;
      } catch (error) {
        showFailure(error, chatTexts.branchFailed);
        return false;
      } finally {
        choosing.current = false;
        // Also after a failure: another tab may have chosen another branch meanwhile.
        reload();
      }
    },
    [conversationId, reach, reload],
  );

  return {
    shown,
    busy: sending || running,
    runningId: running ? lastId : null,
    wasTyping: (state as typeof TYPING | null)?.writing === true,
    send,
    stopGeneration: useCallback(() => {
      if (lastId) stop(lastId).catch((error: unknown) => report(error, chatTexts.stopFailed));
    }, [lastId, report]),
    continueAnswer: useCallback(
      (id: string) => {
        setOutOfTokens(null);
        continueAnswer(id).catch((error: unknown) => report(error, chatTexts.continueFailed));
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

/** Retries once after a lost connection, which leaves open whether the message arrived; its client key makes that safe. */
async function withRetry(send: () => Promise<Sent>): Promise<Sent> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof TypeError) || !navigator.onLine) throw error;
    return send();
  }
}
