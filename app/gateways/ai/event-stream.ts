import { fieldsOf, isObject } from '~/lib/json';

import { AiError, classify, shortCode } from './ai-error';
import { replaceUnstorable } from './replace-unstorable';
import { ThinkingSplitter, thoughtIn } from './thinking';
import { ReasoningReader, type ToolCall, ToolCallReader } from './tool-calls';
import { type ChatUsage, readUsage } from './usage';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;
const SPACE = 32;
const BYTE_ORDER_MARK = 0xfeff;

/** A longer line or event is a server's fault, not an answer. */
const LINE_LIMIT = 64 * 1024 * 1024;

/**
 * Reads the event stream of a chat completion: bytes in, text out. It's on the path of every token, so it does nothing
 * that a token doesn't need: bytes are decoded once per network read and only up to the last line feed, which no
 * multi-byte character contains, and an event costs one JSON.parse.
 * Lines end with LF or CRLF; a lone CR, which the standard also allows, isn't sent by any server and doesn't end a
 * line.
 */
export class ChatStreamParser {
  /** Why the stream can't be used any further; text returned with it or before it is valid. */
  failure: AiError | null = null;
  /** The stream said that it is complete. */
  done = false;
  finishReason: string | null = null;
  usage: ChatUsage | null = null;

  /** Bytes after the last line feed. */
  #rest: Buffer[] = [];
  #restLength = 0;
  /** The data lines so far of the current event. */
  #data: string | null = null;
  /** The first half of a surrogate pair whose second half comes with the next chunk. */
  #highSurrogate = '';
  #started = false;
  #sawEvent = false;
  #sawChoices = false;
  #text = '';
  #thought = '';
  readonly #splitter = new ThinkingSplitter((text) => (this.#thought += text));
  readonly #calls = new ToolCallReader();
  readonly #reasoning = new ReasoningReader();

  /** Takes the bytes of one network read and returns the text in them. */
  push(bytes: Buffer): string {
    if (this.done || this.failure) return '';
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      this.#keep(bytes);
      return '';
    }
    let block: string;
    if (this.#restLength === 0) {
      block = bytes.toString('utf8', 0, end);
    } else {
      block = Buffer.concat([...this.#rest, bytes.subarray(0, end)]).toString('utf8');
      this.#rest = [];
      this.#restLength = 0;
    }
    if (end < bytes.length) this.#keep(bytes.subarray(end));
    this.#read(block);
    return this.#take();
  }

  /** What the model has thought since the last call. */
  takeThought(): string {
    const thought = this.#thought;
    this.#thought = '';
    return thought;
  }

  /** What the model asks to have done, once the stream is complete, and what it thought before that. */
  get called(): { calls?: ToolCall[]; reasoning?: unknown[] } {
    const { calls } = this.#calls;
    const reasoning = this.#reasoning.details;
    return calls.length === 0 ? {} : { calls, ...(reasoning && { reasoning }) };
  }

  /** Call this when no more bytes will come. Returns the last text; `failure` is set if the answer is incomplete. */
  end(): string {
    if (!this.done && !this.failure) {
      const unfinished = Buffer.concat(this.#rest).toString('utf8');
      this.#rest = [];
      this.#read(`${unfinished}\n\n`);
      // A truncated last event is ignored; whether the answer is complete is decided below.
      if (unfinished !== '' && this.#unreadable()) this.failure = null;
    }
    this.#text += this.#splitter.end();
    let text = this.#take();
    if (this.#highSurrogate !== '') {
      text += '\ufffd';
      this.#highSurrogate = '';
    }
    if (!this.failure) {
      const complete = this.done || this.finishReason !== null;
      if (this.#sawEvent && !this.#sawChoices) this.failure = new AiError('invalid-response');
      else if (!complete) this.failure = new AiError('broken-off');
    }
    return text;
  }

  #unreadable(): boolean {
    return this.failure?.code === 'invalid-response';
  }

  #keep(bytes: Buffer): void {
    this.#rest.push(bytes);
    this.#restLength += bytes.length;
    if (this.#restLength > LINE_LIMIT) this.failure = new AiError('invalid-response');
  }

  #read(block: string): void {
    let from = 0;
    if (!this.#started) {
      this.#started = true;
      if (block.charCodeAt(0) === BYTE_ORDER_MARK) from = 1;
    }
    for (;;) {
      const lineFeed = block.indexOf('\n', from);
      if (lineFeed === -1 || this.done || this.failure) return;
      const end =
        lineFeed > from && block.charCodeAt(lineFeed - 1) === CARRIAGE_RETURN
          ? lineFeed - 1
          : lineFeed;
      if (end === from) this.#endEvent();
      else if (block.startsWith('data', from)) this.#addData(block, from + 4, end);
      // Comments, and fields without meaning here (event, id, retry), are skipped.
      from = lineFeed + 1;
    }
  }

  #addData(block: string, after: number, end: number): void {
    let value = '';
    if (after < end) {
      if (block.charCodeAt(after) !== COLON) return;
      const start = block.charCodeAt(after + 1) === SPACE ? after + 2 : after + 1;
      value = block.slice(start, end);
    }
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
    if (this.#data.length > LINE_LIMIT) this.failure = new AiError('invalid-response');
  }

  #endEvent(): void {
    const data = this.#data;
    if (data === null) return;
    this.#data = null;
    if (data.length < 16) {
      const word = data.trim();
      if (word === '[DONE]') this.done = true;
      if (word === '' || this.done) return;
    }
    let event: unknown;
    try {
      event = JSON.parse(data);
    } catch (cause) {
      // The syntax error quotes the text, so only its name is kept.
      this.failure = new AiError('invalid-response', { detail: (cause as Error).name });
      return;
    }
    this.#sawEvent = true;
    if (isObject(event)) this.#readEvent(event);
  }

  /** Checks the shape by hand, because a schema would cost too much on the path of every token. */
  #readEvent(event: Record<string, unknown>): void {
    if (event.error || event.object === 'error') {
      this.failure = fromErrorBody(event.error ?? event);
      return;
    }
    if (event.usage) this.usage = readUsage(event.usage);
    if (!Array.isArray(event.choices)) return;
    this.#sawChoices = true;
    // The last event contains only the usage, with no choice.
    const choice: unknown = event.choices[0];
    if (choice === undefined || choice === null) return;
    const delta = isObject(choice) ? (choice.delta ?? {}) : null;
    if (!isObject(choice) || !isObject(delta)) {
      this.failure = new AiError('invalid-response');
      return;
    }
    const { content } = delta;
    if (typeof content === 'string') this.#text += this.#splitter.push(content);
    this.#thought += thoughtIn(delta);
    if (delta.tool_calls) this.#calls.take(delta.tool_calls);
    if (delta.reasoning_details) this.#reasoning.take(delta.reasoning_details);
    if (typeof choice.finish_reason === 'string') this.#finish(choice.finish_reason);
  }

  #finish(reason: string): void {
    this.finishReason = reason;
    if (reason === 'content_filter') this.failure = new AiError('filtered');
    else if (reason === 'error') this.failure = new AiError('provider-fault');
  }

  #take(): string {
    let text = this.#highSurrogate + this.#text;
    this.#text = '';
    this.#highSurrogate = '';
    if (text === '') return '';
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#highSurrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    return replaceUnstorable(text);
  }
}

/** The failure for a provider's `{"error": …}`, whether it comes with a status or inside a stream. */
export function fromErrorBody(error: unknown, status?: number, requestId?: string): AiError {
  const { code, type, message, metadata } = isObject(error) ? error : fieldsOf({ message: error });
  const named = status ?? (typeof code === 'number' ? code : undefined);
  return new AiError(classify({ status: named, code, type, message, metadata }), {
    status: named,
    requestId,
    detail: shortCode(code, type),
  });
}
