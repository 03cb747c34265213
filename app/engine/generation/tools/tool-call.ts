/** A tool call as the page shows it, without what it brought. */
export interface ToolCallView {
  id: string;
  title: string;
  state: 'running' | 'done' | 'failed' | 'cut';
  note: string;
}

/** What a call was given and what it brought, as the model wrote and read it. */
export interface ToolCallDetails {
  input: string;
  output: string;
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** A text has new tool calls, or one of them has ended. */
    calls: { id: string };
  }
}
