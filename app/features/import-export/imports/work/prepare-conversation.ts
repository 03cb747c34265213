import { type ImportedCall, MAX_MESSAGE_IMAGES } from '~/features/chat/index.server';
import { storable } from '~/lib/text/storable';

import type { IncomingConversation, IncomingMessage, IncomingService } from '../incoming';

// How a conversation of an export is stored: rules without I/O.

/** The end of the year 9999. */
const LATEST_MS = 253_402_300_799_999;

/** In whole milliseconds; null for what is no time. */
export function cleanTime(time: number | null): number | null {
  if (time === null || !Number.isFinite(time) || time < 0 || time > LATEST_MS) return null;
  return Math.trunc(time);
}

/** At most `now`: a conversation of the year 9999 would stay at the top of the list forever. */
function pastTime(time: number | null, now: number): number | null {
  const clean = cleanTime(time);
  return clean === null ? null : Math.min(clean, now);
}

/** As many as the export says, within what the database stores. */
export function cleanCount(count: number): number {
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, 0), 2 ** 31 - 1) : 0;
}

/** What is stored of a conversation apart from its messages. */
export interface ConversationFacts {
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  originalCreationDate: number | null;
  pinnedAt: number | null;
  archivedAt: number | null;
  model: string | null;
  effort: 'low' | 'medium' | 'high' | null;
  systemPrompt: string;
}

const MAX_TITLE = 500;
const MAX_MODEL = 200;
/** Far more than anyone types. */
const MAX_PROMPT = 100_000;
/** More than an answer has. */
const MAX_CALLS = 200;
const MAX_LINE = 300;
const MAX_CALL_TEXT = 50_000;

export interface TitleRule {
  /** For a conversation from another service. */
  imported(title: string | null): string;
  /** For one of ours: unchanged, up to `max` characters. */
  bounded(title: string, max: number): string;
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
      title: titles.bounded(storable(settings.title), MAX_TITLE),
      createdAt,
      updatedAt,
      originalCreationDate: cleanTime(settings.originalCreationDate),
      pinnedAt: pastTime(settings.pinnedAt, now),
      archivedAt: pastTime(settings.archivedAt, now),
      model: settings.model === null ? null : storable(settings.model).slice(0, MAX_MODEL),
      effort: settings.effort,
      systemPrompt: storable(settings.systemPrompt.slice(0, MAX_PROMPT)),
    };
  }
  const lastKnown = updatedAt ?? createdAt ?? now;
  return {
    // Cut first: a title may have a megabyte.
    title: titles.imported(entry.title && storable(entry.title.slice(0, MAX_TITLE * 4))),
    createdAt,
    updatedAt,
    originalCreationDate: createdAt,
    pinnedAt: entry.pinned ? lastKnown : null,
    archivedAt: entry.archived ? lastKnown : null,
    model: null,
    effort: null,
    systemPrompt: '',
  };
}

/**
 * The time before the first message, for messages without a time of their own. With no time known at all, they end at the
 * time of the import.
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
  /** Never before its parent's. */
  time: number;
  files: IncomingMessage['files'];
  calls: ImportedCall[];
  /** The ids of its images in the archive. */
  images: string[];
}

/**
 * Gives each message of a conversation a time: its own, or else right after its parent's. So a message is never earlier than
 * what it answers, and versions keep their order.
 */
export class MessagePlaces {
  readonly #times = new Map<string, number>();
  readonly #begin: number;

  constructor(begin: number) {
    this.#begin = begin;
  }

  /** Parents come before their children. Null for a message that came before. */
  place(message: IncomingMessage): PlacedMessage | null {
    if (this.#times.has(message.key)) return null;
    const parentTime = message.parentKey === null ? undefined : this.#times.get(message.parentKey);
    const own = cleanTime(message.timestamp);
    const earliest = parentTime ?? -1;
    const time = own !== null && own >= earliest ? own : (parentTime ?? this.#begin) + 1;
    this.#times.set(message.key, time);
    return {
      key: message.key,
      // Without its parent, it becomes a first message.
      parentKey: parentTime === undefined ? null : message.parentKey,
      role: message.role,
      text: storable(message.text),
      context: storable(message.context ?? ''),
      model: message.model === null ? null : storable(message.model.slice(0, MAX_MODEL)),
      time,
      files: message.files,
      calls: (message.calls ?? []).slice(0, MAX_CALLS).map(cleanCall),
      images: (message.images ?? []).slice(0, MAX_MESSAGE_IMAGES).map(({ id }) => id),
    };
  }

  timeOf(key: string): number | undefined {
    return this.#times.get(key);
  }
}

function cleanCall({ tool, input, title, state, output, note }: ImportedCall): ImportedCall {
  const line = (text: string) => storable(text.slice(0, MAX_LINE));
  return {
    tool: line(tool),
    input: storable(input.slice(0, MAX_CALL_TEXT)),
    title: line(title),
    state,
    output: storable(output.slice(0, MAX_CALL_TEXT)),
    note: line(note),
  };
}

/** Roughly the bytes of memory that a message takes. */
export function weightOf({
  text,
  context,
  calls,
}: Pick<PlacedMessage, 'text' | 'context' | 'calls'>): number {
  const called = calls.reduce((sum, { input, output }) => sum + input.length + output.length, 0);
  return 500 + 2 * (text.length + context.length + called);
}
