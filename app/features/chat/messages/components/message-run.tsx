import { memo, type CSSProperties } from 'react';

import type { MessageRun as Messages } from '../message-runs';
import { Answer, Question, type AnswerProps, type QuestionProps } from './message';

export interface MessageRunProps
  extends
    Pick<QuestionProps, 'busy' | 'onEdit' | 'onShowVersion'>,
    Pick<AnswerProps, 'onContinue' | 'onRegenerate'> {
  messages: Messages['messages'];
}

/** Messages that are drawn together, and cost next to nothing together while they are far from view (`transcript-run`). */
export const MessageRun = memo(function MessageRun({
  messages,
  busy,
  onEdit,
  onContinue,
  onRegenerate,
  onShowVersion,
}: MessageRunProps) {
  return (
    <div
      className="transcript-run space-y-7"
      style={{ '--messages': messages.length } as CSSProperties}
    >
      {messages.map((message) =>
        message.role === 'user' ? (
          <Question
            key={message.key}
            id={message.id}
            view={message.view}
            text={message.text}
            files={message.files}
            busy={busy}
            onEdit={onEdit}
            onShowVersion={onShowVersion}
          />
        ) : (
          <Answer
            key={message.key}
            id={message.id ?? ''}
            view={message.view}
            busy={busy}
            onContinue={onContinue}
            onRegenerate={message.parentId === null ? null : onRegenerate}
            onShowVersion={onShowVersion}
          />
        ),
      )}
    </div>
  );
});
