import { useCallback, useEffect, useRef, useState } from 'react';

import { LogoMark } from '~/ui/logo';

import type { ChatMessageView } from '../conversation';
import { onAnswerEnd } from '../live-answers';
import { chatMessages } from '../messages';
import { useChat } from '../use-chat';
import { useTitle } from '../use-title';
import { Composer } from './composer';
import { ConversationBar } from './conversation-bar';
import { Answer, Question } from './message';
import { Transcript, type TranscriptHandle } from './transcript';

export interface ChatPageProps {
  /** Null on the page of a new conversation. */
  conversation: { id: string; title: string; messages: ChatMessageView[] } | null;
  /** No provider is connected: answers are examples, and the page says so. */
  demo: boolean;
}

const NO_MESSAGES: ChatMessageView[] = [];

/** A conversation: what was said, and where the next message is written. Mount one for each conversation (`key`). */
export function ChatPage({ conversation, demo }: ChatPageProps) {
  const messages = conversation?.messages ?? NO_MESSAGES;
  const chat = useChat(conversation?.id ?? null, messages);
  const title = useTitle(conversation?.id ?? null, conversation?.title ?? chatMessages.newTitle);
  const empty = chat.shown.length === 0;
  const transcript = useRef<TranscriptHandle>(null);
  const { regenerate, edit, showVersion } = chat;

  const onRegenerate = useCallback(
    (id: string) => void regenerate(id).then((asked) => asked && transcript.current?.focus()),
    [regenerate],
  );
  const onEdit = useCallback(
    async (id: string, content: string) => {
      await edit(id, content);
      transcript.current?.focus();
    },
    [edit],
  );
  const onShowVersion = useCallback(
    (id: string, message: HTMLElement) => {
      const release = transcript.current?.hold(message);
      void showVersion(id).then((asked) => asked || release?.());
    },
    [showVersion],
  );

  return (
    <>
      {conversation && !empty ? (
        <ConversationBar id={conversation.id} title={title} />
      ) : (
        <h1 className="sr-only">{title}</h1>
      )}
      {empty ? (
        <Welcome />
      ) : (
        <Transcript ref={transcript}>
          {chat.shown.map((message) =>
            message.role === 'user' ? (
              <Question
                key={message.key}
                id={message.id}
                view={message.view}
                text={message.text}
                files={message.files}
                busy={chat.busy}
                onEdit={onEdit}
                onShowVersion={onShowVersion}
              />
            ) : (
              <Answer
                key={message.key}
                id={message.id ?? ''}
                view={message.view}
                busy={chat.busy}
                onContinue={chat.continueAnswer}
                onRegenerate={message.parentId === null ? null : onRegenerate}
                onShowVersion={onShowVersion}
              />
            ),
          )}
        </Transcript>
      )}
      <FinishedAnswer />
      <Composer
        conversationId={conversation?.id ?? null}
        busy={chat.busy}
        onStop={chat.runningId ? chat.stopAnswer : null}
        onSend={chat.send}
        cameWriting={chat.cameWriting}
        hint={demo ? <DemoHint /> : 'Answers can be wrong. Check what matters.'}
      />
    </>
  );
}

function Welcome() {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto px-6 py-8 text-center">
      <LogoMark className="size-10" />
      <p className="font-display text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        What are you working on?
      </p>
      <p className="max-w-md text-muted text-balance">
        Ask for ideas, a plan, or a text for your business. Everything you write here is kept in
        your conversations.
      </p>
    </div>
  );
}

function DemoHint() {
  return (
    <>
      Demo mode: no AI provider is connected, so answers are examples. Set{' '}
      <code className="font-mono">OPENAI_API_KEY</code> for real ones.
    </>
  );
}

/** Screen readers hear that an answer is there, not every token of it. */
function FinishedAnswer() {
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      onAnswerEnd((_id, end) =>
        setSaid(end.state === 'done' ? 'The answer is complete.' : 'The answer has ended early.'),
      ),
    [],
  );
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
