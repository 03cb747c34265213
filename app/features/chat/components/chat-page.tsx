import { useEffect, useState } from 'react';

import { LogoMark } from '~/ui/logo';

import type { ChatMessageView } from '../conversation';
import { onAnswerEnd } from '../live-answers';
import { useChat } from '../use-chat';
import { Composer } from './composer';
import { Answer, Question } from './message';
import { Transcript } from './transcript';

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
  const empty = messages.length === 0 && chat.turns.length === 0;

  return (
    <>
      <h1 className="sr-only">{conversation?.title ?? 'New Chat'}</h1>
      {empty ? (
        <Welcome />
      ) : (
        <Transcript>
          {messages.map((message) =>
            message.role === 'user' ? (
              <Question key={message.id} html={message.html} text={message.text} />
            ) : (
              <Answer
                key={message.id}
                id={message.id}
                view={message}
                mayContinue={!chat.busy}
                onContinue={chat.continueAnswer}
              />
            ),
          )}
          {chat.turns.map((turn) => (
            <Turn key={turn.clientKey} turn={turn} chat={chat} />
          ))}
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

function Turn({
  turn,
  chat,
}: {
  turn: ReturnType<typeof useChat>['turns'][number];
  chat: ReturnType<typeof useChat>;
}) {
  return (
    <>
      <Question html={null} text={turn.content} waiting={turn.questionId === null} />
      {turn.answerId && (
        <Answer
          id={turn.answerId}
          view={null}
          mayContinue={!chat.busy}
          onContinue={chat.continueAnswer}
        />
      )}
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
