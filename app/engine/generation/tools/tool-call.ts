import type { ToolCall } from '~/lib/prisma/client';

/** A tool call as the page shows it, without what it brought. */
export type ToolCallView = Pick<ToolCall, 'id' | 'title' | 'state' | 'note'>;

/** What a call was given and what it brought, as the model wrote and read it. */
export type ToolCallDetails = Pick<ToolCall, 'input' | 'output'>;

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** A text has new tool calls, or one of them has ended. */
    calls: { id: string };
  }
}
