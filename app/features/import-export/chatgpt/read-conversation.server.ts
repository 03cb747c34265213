import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';

import { parsedOf } from '~/lib/json';

import type {
  IncomingConversation,
  IncomingMessage,
  UnreadableConversation,
} from '../imports/incoming';
import type { Assets } from './assets.server';
import { Pace } from './pace.server';
import { PLAN_BOUNDS, planSlowly, type MessagePlan, type PlannedMessage } from './plan-messages';
import { reduceNode } from './reduce-node';
import { REMARKS, type Step } from './step';
import {
  MessageRenderer,
  roomForDocuments,
  type CanvasState,
  type Rendering,
  type Growth,
} from './render-message';
import { StepStore } from './step-store.server';
import { textOf, timeOf } from './untrusted';

/** More nodes than any conversation has; each takes memory. */
const MAX_NODES = 400_000;
const MAX_TITLE = 300;
/** Bytes of nodes that wait until it is known whether the conversation is wanted. */
const WAITING_BYTES = 1024 * 1024;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Different remarks on a conversation: an export may invent kinds of content without end. */
const MAX_REMARKS = 30;

/** Reads a conversation node by node. */
export class ReadingConversation {
  readonly #fields = new Map<string, unknown>();
  readonly #store = new StepStore();
  readonly #remarks: Record<string, number> = {};
  readonly #assets: Assets;
  #waiting: { key: string; bytes: Buffer }[] | null;
  #waitingBytes = 0;
  #hasNodes = false;

  readonly #growth: Growth;

  /**
   * With `waits`, nodes aren't parsed before `finish` finds that they are wanted, as far as memory allows. `growth` limits
   * what all conversations of the import may take beyond their size in the export.
   */
  constructor(assets: Assets, { waits, growth }: { waits: boolean; growth: Growth }) {
    this.#assets = assets;
    this.#growth = growth;
    this.#waiting = waits ? [] : null;
  }

  field(name: string, bytes: Buffer): void {
    this.#fields.set(name, parsedOf(bytes.toString()));
  }

  node(key: string, bytes: Buffer): void {
    this.#hasNodes = true;
    if (this.#waiting === null) {
      this.#read(key, bytes);
      return;
    }
    this.#waiting.push({ key, bytes });
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > WAITING_BYTES) this.#readWaiting();
  }

  largeNode(key: string): void {
    this.#hasNodes = true;
    this.#lose(safeKey(key), REMARKS.largeNode);
  }

  remark(name: string): void {
    const isKnown = name in this.#remarks || Object.keys(this.#remarks).length < MAX_REMARKS;
    const counted = isKnown ? name : REMARKS.unknownKind('');
    this.#remarks[counted] = (this.#remarks[counted] ?? 0) + 1;
  }

  settle(): Promise<void> {
    return this.#store.settle();
  }

  dispose(): Promise<void> {
    this.#waiting = null;
    return this.#store.dispose();
  }

  get title(): string | null {
    const title = textOf(this.#fields.get('title')).replace(/\s+/g, ' ').trim();
    const bare = title.replace(/^(?:\[ChatGPT\]\s*)+/i, '');
    return bare === '' ? null : [...bare.slice(0, MAX_TITLE * 2)].slice(0, MAX_TITLE).join('');
  }

  /** Its id, or, when the export has none, a hash that is the same in every export. */
  get key(): string | null {
    const id = textOf(this.#fields.get('conversation_id')) || textOf(this.#fields.get('id'));
    if (id !== '') return safeKey(id);
    const waiting = this.#waiting?.[0];
    if (this.#store.steps.length === 0 && !waiting) return null;
    const first = waiting ? safeKey(waiting.key) : this.#store.steps.key(0);
    const start = `${String(this.#fields.get('create_time'))} ${first}`;
    if (UUID.test(first)) return hashed(start);
    // Every conversation may begin with a node of this name: the first content tells them apart.
    this.#readWaiting();
    return hashed(`${start} ${this.#opening ?? ''}`);
  }

  /** A hash of the first step that shows something, if the conversation's key may need it. */
  #opening: string | null = null;
  /** Files that it refers to and the export lacks. */
  #missingFiles = 0;

  /** Null when it isn't wanted. */
  async finish(
    pace: Pace,
    only?: (key: string) => boolean,
  ): Promise<IncomingConversation | UnreadableConversation | null> {
    const { key, title } = this;
    if (!this.#hasNodes || key === null) {
      return { key, title, unreadable: 'It has no messages in the export.' };
    }
    if (only && !only(key)) return null;
    this.#readWaiting();
    const current = this.#fields.get('current_node');
    const plan = await pace.through(
      planSlowly(this.#store.steps, typeof current === 'string' ? safeKey(current) : null, {
        ...PLAN_BOUNDS,
        sharedSize: Math.min(PLAN_BOUNDS.sharedSize, this.#growth.left),
      }),
    );
    this.#growth.left -= plan.sharedSize;
    if (plan.messages.length === 0) {
      return { key, title, unreadable: 'It has no messages we can show.' };
    }
    return {
      key,
      title,
      createdAt: timeOf(this.#fields.get('create_time')) ?? firstTime(this.#store),
      updatedAt: timeOf(this.#fields.get('update_time')),
      messageCount: plan.messages.length,
      missingFiles: this.#missingFiles,
      activeKey: plan.messages[plan.active]?.key ?? null,
      messages: () => this.#messages(plan),
      archived: this.#fields.get('is_archived') === true,
      pinned: this.#fields.get('is_starred') === true,
      remarks: () => ({ ...this.#remarks, ...this.#rendered }),
    };
  }

  #rendered: Record<string, number> = {};

  #readWaiting(): void {
    for (const { key, bytes } of this.#waiting ?? []) this.#read(key, bytes);
    this.#waiting = null;
  }

  #read(written: string, bytes: Buffer): void {
    const key = safeKey(written);
    if (this.#store.steps.has(key)) return;
    if (this.#store.steps.length >= MAX_NODES || this.#store.isFull) {
      this.remark(REMARKS.tooMany);
      return;
    }
    const node = parsedOf(bytes.toString());
    if (node === undefined) {
      this.#lose(key, REMARKS.unreadableNode);
      return;
    }
    if (!isUtf8(bytes)) this.remark(REMARKS.wrongBytes);
    const step = reduceNode(key, node);
    for (const remark of step.remarks) this.remark(remark);
    if (step.role !== null) this.#note(step);
    this.#store.add({
      ...step,
      parent: step.parent === null ? null : safeKey(step.parent),
      children: step.children.map(safeKey),
    });
  }

  #note({ key, fragments }: Step): void {
    const { steps } = this.#store;
    if (this.#opening === null && (steps.length === 0 || !UUID.test(steps.key(0)))) {
      this.#opening = hashed(`${key} ${JSON.stringify(fragments)}`);
    }
    for (const fragment of fragments) {
      if ('file' in fragment && this.#assets.refOf(fragment.file.ids) === null) {
        this.#missingFiles += 1;
      }
    }
  }

  /** Its content is lost, but it still connects its parent with its children. */
  #lose(key: string, remark: string): void {
    this.remark(remark);
    if (this.#store.steps.has(key) || this.#store.steps.length >= MAX_NODES) return;
    this.#store.add({ ...LOST, key });
  }

  #messages(plan: MessagePlan): Iterable<IncomingMessage> | AsyncIterable<IncomingMessage> {
    // Messages may be read again: the counts start over.
    this.#rendered = {};
    const rendering: Rendering = {
      refOf: ({ ids }) => this.#assets.refOf(ids),
      remark: (name) => {
        this.#rendered[name] = (this.#rendered[name] ?? 0) + 1;
      },
      documents: roomForDocuments(this.#growth),
    };
    const canvases = new Canvases(plan.messages.length);
    const begin = (message: PlannedMessage) =>
      new MessageRenderer(
        rendering,
        this.#hasCanvas(message) ? canvases.stateAt(message.parent) : null,
      );
    return this.#store.isSmall
      ? this.#messagesInMemory(plan, begin, canvases)
      : this.#messagesFromFile(plan, begin, canvases);
  }

  *#messagesInMemory(
    plan: MessagePlan,
    begin: (message: PlannedMessage) => MessageRenderer,
    canvases: Canvases,
  ): Generator<IncomingMessage> {
    for (const [at, message] of plan.messages.entries()) {
      const renderer = begin(message);
      for (const step of message.steps) this.#render(step, this.#store.inMemory(step), renderer);
      yield this.#ended(at, message, plan, renderer, canvases);
    }
  }

  async *#messagesFromFile(
    plan: MessagePlan,
    begin: (message: PlannedMessage) => MessageRenderer,
    canvases: Canvases,
  ): AsyncGenerator<IncomingMessage> {
    const pace = new Pace();
    for (const [at, message] of plan.messages.entries()) {
      const renderer = begin(message);
      for (const step of message.steps) {
        this.#render(step, await this.#store.fragments(step), renderer);
        if (pace.isDue) await pace.pause();
      }
      yield this.#ended(at, message, plan, renderer, canvases);
    }
  }

  #render(
    at: number,
    fragments: ReturnType<StepStore['inMemory']>,
    renderer: MessageRenderer,
  ): void {
    const { steps } = this.#store;
    const documentId = this.#store.isCanvas(at) ? this.#store.documentOf(at) : null;
    renderer.add({ fragments, documentId, key: steps.key(at) });
  }

  #hasCanvas({ steps }: PlannedMessage): boolean {
    return steps.some((step) => this.#store.isCanvas(step));
  }

  #ended(
    at: number,
    message: PlannedMessage,
    plan: MessagePlan,
    renderer: MessageRenderer,
    canvases: Canvases,
  ): IncomingMessage {
    canvases.leave(at, message.parent, this.#hasCanvas(message) ? renderer.canvas : undefined);
    const { text, files } = renderer.end();
    const own = message.steps.slice(message.shared);
    const model =
      message.role === 'user'
        ? null
        : (own.map((step) => this.#store.model(step)).find((slug) => slug !== null) ??
          (textOf(this.#fields.get('default_model_slug')) || null));
    return {
      key: message.key,
      parentKey: message.parent === -1 ? null : plan.messages[message.parent]!.key,
      role: message.role,
      text,
      model: model?.slice(0, 100) ?? null,
      timestamp:
        own.map((step) => this.#store.steps.time(step)).find((time) => time !== null) ?? null,
      files,
    };
  }
}

/** The documents after each message that has changed one. */
class Canvases {
  /** By message. */
  readonly #states = new Map<number, CanvasState | null>();
  /** For each message, the last one in its branch that changed documents (possibly itself), plus one; 0 when none has. */
  readonly #changedBy: Int32Array;

  constructor(messages: number) {
    this.#changedBy = new Int32Array(messages);
  }

  stateAt(message: number): CanvasState | null {
    return message === -1 ? null : (this.#states.get(this.#changedBy[message]! - 1) ?? null);
  }

  /** `changed` is undefined for a message without documents. Parents come before their children. */
  leave(message: number, parent: number, changed: CanvasState | null | undefined): void {
    if (changed === undefined) {
      this.#changedBy[message] = parent === -1 ? 0 : this.#changedBy[parent]!;
      return;
    }
    this.#states.set(message, changed);
    this.#changedBy[message] = message + 1;
  }
}

const LOST: Omit<Step, 'key'> = {
  parent: null,
  children: [],
  role: null,
  model: null,
  time: null,
  fragments: [],
  documentId: null,
  remarks: [],
};

function firstTime({ steps }: StepStore): number | null {
  for (let step = 0; step < steps.length; step++) {
    const time = steps.time(step);
    if (time !== null) return time;
  }
  return null;
}

/** An id that doesn't look like one is hashed. */
function safeKey(id: string): string {
  return /^[\w.:-]{1,100}$/.test(id) ? id : hashed(id);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
