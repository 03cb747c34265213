import type { IncomingConversation, IncomingMessage, IncomingService } from '../incoming';
import { cleanText, cleanTime, pastTime } from './clean-incoming';

// A conversation of an export as it is going to be stored. Rules without I/O.

/** Its times and places, before its messages are known. */
export interface ConversationFacts {
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  originalCreationDate: number | null;
  pinnedAt: number | null;
  archivedAt: number | null;
  model: string | null;
  systemPrompt: string;
}

const MAX_TITLE = 500;
const MAX_MODEL = 200;
/** Far more than can be typed. */
const MAX_PROMPT = 100_000;

export interface TitleRule {
  /** Of a conversation from another service. */
  imported(title: string | null): string;
  /** Of one that was ours: as it is, within bounds. */
  bounded(title: string, most: number): string;
}

export function factsOf(
  entry: IncomingConversation,
  service: IncomingService,
  { now, titles }: { now: number; titles: TitleRule },
): ConversationFacts {
  const createdAt = pastTime(entry.createdAt, now);
  const updatedAt = pastTime(entry.updatedAt, now);
  const { settings } = entry;
  if (service === 'brandwright' && settings) {
    return {
      title: titles.bounded(cleanText(settings.title), MAX_TITLE),
      createdAt,
      updatedAt,
      originalCreationDate: cleanTime(settings.originalCreationDate),
      pinnedAt: pastTime(settings.pinnedAt, now),
      archivedAt: pastTime(settings.archivedAt, now),
      model: settings.model === null ? null : cleanText(settings.model).slice(0, MAX_MODEL),
      systemPrompt: cleanText(settings.systemPrompt.slice(0, MAX_PROMPT)),
    };
  }
  const lastKnown = updatedAt ?? createdAt ?? now;
  return {
    // Cut before it is looked at: a title may have a megabyte.
    title: titles.imported(entry.title && cleanText(entry.title.slice(0, MAX_TITLE * 4))),
    createdAt,
    updatedAt,
    originalCreationDate: createdAt,
    pinnedAt: entry.pinned ? lastKnown : null,
    archivedAt: entry.archived ? lastKnown : null,
    model: null,
    systemPrompt: '',
  };
}

/**
 * When the messages begin that have no time: where nothing is known, they end with the import. What is found again later
 * keeps its place.
 */
export function beginOf(
  { createdAt, updatedAt }: ConversationFacts,
  messageCount: number,
  now: number,
): number {
  return createdAt ?? Math.max(0, (updatedAt ?? now) - messageCount - 1);
}

export interface PlacedMessage {
  key: string;
  parentKey: string | null;
  role: 'user' | 'assistant';
  text: string;
  context: string;
  model: string | null;
  /** Always there, and never before its parent's. */
  time: number;
  files: IncomingMessage['files'];
}

/**
 * Gives each message of a conversation its time: its own, else right after what it follows. So versions of a place stand
 * in their order, and what follows is always later.
 */
export class MessagePlaces {
  readonly #times = new Map<string, number>();
  readonly #begin: number;

  constructor(begin: number) {
    this.#begin = begin;
  }

  /** Parents come before their children; null for a message that has come before. */
  place(message: IncomingMessage): PlacedMessage | null {
    if (this.#times.has(message.key)) return null;
    const parentTime = message.parentKey === null ? undefined : this.#times.get(message.parentKey);
    const own = cleanTime(message.timestamp);
    const earliest = parentTime ?? -1;
    const time = own !== null && own >= earliest ? own : (parentTime ?? this.#begin) + 1;
    this.#times.set(message.key, time);
    return {
      key: message.key,
      // One whose parent never came stands at the beginning.
      parentKey: parentTime === undefined ? null : message.parentKey,
      role: message.role,
      text: cleanText(message.text),
      context: cleanText(message.context ?? ''),
      model: message.model === null ? null : cleanText(message.model.slice(0, MAX_MODEL)),
      time,
      files: message.files,
    };
  }

  /** What a message is to be found by, also in a later export. */
  timeOf(key: string): number | undefined {
    return this.#times.get(key);
  }
}

/** Bytes of memory that a message takes, about. */
export function weightOf({ text, context }: { text: string; context: string }): number {
  return 500 + 2 * (text.length + context.length);
}
