import type { GenerationState } from '../state';

// A text is streamed as server-sent events (WHATWG HTML §9.2): `start` with what the request created, if the stream
// responds to the request for the text; unnamed events, each a JSON string with the next chunk; and `end`.

export interface TextEnd {
  state: GenerationState;
  reason: string | null;
}

export function startEvent(start: object): string {
  return `event: start\ndata: ${JSON.stringify(start)}\n\n`;
}

export function textEvent(text: string): string {
  return `data: ${JSON.stringify(text)}\n\n`;
}

export function endEvent(end: TextEnd): string {
  return `event: end\ndata: ${JSON.stringify({ state: end.state, reason: end.reason })}\n\n`;
}

/** A comment, which readers ignore: keeps proxies from closing an idle stream. */
export const KEEP_ALIVE = ': waiting\n\n';

export interface TextListener<Start extends object = object> {
  start?(start: Start): void;
  text(text: string): void;
  end(end: TextEnd): void;
}

/** Returns a function to call with the decoded stream, split anywhere. */
export function textEventReader<Start extends object>(
  listener: TextListener<Start>,
): (portion: string) => void {
  let rest = '';
  return (portion) => {
    rest += portion;
    let boundary = rest.indexOf('\n\n');
    let from = 0;
    while (boundary !== -1) {
      readEvent(rest.slice(from, boundary), listener);
      from = boundary + 2;
      boundary = rest.indexOf('\n\n', from);
    }
    if (from > 0) rest = rest.slice(from);
  };
}

function readEvent<Start extends object>(event: string, listener: TextListener<Start>): void {
  let name = '';
  let data = '';
  for (const line of event.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data += line.slice(6);
  }
  if (data === '') return;
  // The client has checked that the stream is from this page's build, and the compiler what it starts with (decision 0072).
  const value: unknown = JSON.parse(data);
  if (name === '') listener.text(value as string);
  else if (name === 'start') listener.start?.(value as Start);
  else if (name === 'end') listener.end(value as TextEnd);
}
