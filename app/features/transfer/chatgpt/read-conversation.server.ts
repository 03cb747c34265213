import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';

import type { IncomingConversation, IncomingMessage, UnreadableConversation } from '../incoming';
import type { Assets } from './assets.server';
import { Pace } from './pace.server';
import { planSlowly, type MessagePlan, type PlannedMessage } from './plan-messages';
import { reduceNode } from './reduce-node';
import { REMARKS } from './remarks';
import { MessageRenderer, type CanvasState, type Rendering } from './render-message';
import type { Step } from './step';
import { StepStore } from './step-store.server';
import { parsedOf, textOf, timeOf } from './untrusted';

/** More nodes than any conversation has; each costs memory. */
const MOST_NODES = 400_000;
const LONGEST_TITLE = 300;
/** Nodes that wait until it is known whether the conversation is wanted. */
const WAITING_BYTES = 1024 * 1024;
const DOCUMENT_ROOM = 32_000_000;

/** A conversation while it is read, node by node. */
export class ReadingConversation {
  readonly #fields = new Map<string, unknown>();
  readonly #store = new StepStore();
  readonly #remarks: Record<string, number> = {};
  /** Each id once: the same stands in the node, in its parent and in its children. */
  readonly #ids = new Map<string, string>();
  readonly #keys = new Set<string>();
  readonly #assets: Assets;
  #waiting: { key: string; bytes: Buffer }[] | null;
  #waitingBytes = 0;
  #hasNodes = false;

  /** With `waits`, nodes are not parsed before `finish` says that they are wanted, as far as memory allows. */
  constructor(assets: Assets, waits: boolean) {
    this.#assets = assets;
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
    this.#lose(this.#id(key), REMARKS.largeNode);
  }

  remark(name: string): void {
    this.#remarks[name] = (this.#remarks[name] ?? 0) + 1;
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
    return bare === ''
      ? null
      : [...bare.slice(0, LONGEST_TITLE * 2)].slice(0, LONGEST_TITLE).join('');
  }

  /** Its id; where the export has none, something that is the same in every export. */
  get key(): string | null {
    const id = textOf(this.#fields.get('conversation_id')) || textOf(this.#fields.get('id'));
    if (id !== '') return safeKey(id);
    const first = this.#store.steps[0]?.key ?? this.#waiting?.[0]?.key;
    if (first === undefined) return null;
    return hashed(`${String(this.#fields.get('create_time'))} ${first}`);
  }

  /** Null where it is not wanted. */
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
      planSlowly(this.#store.steps, typeof current === 'string' ? safeKey(current) : null),
    );
    if (plan.messages.length === 0) {
      return { key, title, unreadable: 'It has no messages that can be shown.' };
    }
    return {
      key,
      title,
      createdAt: timeOf(this.#fields.get('create_time')) ?? firstTime(this.#store),
      updatedAt: timeOf(this.#fields.get('update_time')),
      messageCount: plan.messages.length,
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
    const key = this.#id(written);
    if (this.#keys.has(key)) return;
    if (this.#store.steps.length >= MOST_NODES) {
      this.remark(REMARKS.tooMany);
      return;
    }
    const node = parsedOf(bytes.toString());
    if (node === undefined) {
      this.#lose(key, REMARKS.unreadableNode);
      return;
    }
    if (!isUtf8(bytes)) this.remark(REMARKS.wrongBytes);
    this.#keys.add(key);
    const step = reduceNode(key, node);
    for (const remark of step.remarks) this.remark(remark);
    this.#store.add({
      ...step,
      parent: step.parent === null ? null : this.#id(step.parent),
      children: step.children.map((child) => this.#id(child)),
    });
  }

  #id(written: string): string {
    const known = this.#ids.get(written);
    if (known !== undefined) return known;
    const id = safeKey(written);
    if (id === written) this.#ids.set(id, id);
    return id;
  }

  /** What it says is lost; it still stands between those who name it. */
  #lose(key: string, remark: string): void {
    this.remark(remark);
    if (this.#keys.has(key) || this.#store.steps.length >= MOST_NODES) return;
    this.#keys.add(key);
    this.#store.add({ ...LOST, key });
  }

  #messages(plan: MessagePlan): Iterable<IncomingMessage> | AsyncIterable<IncomingMessage> {
    // Counted anew, as often as they are read.
    this.#rendered = {};
    const rendering: Rendering = {
      refOf: ({ ids }) => this.#assets.refOf(ids),
      remark: (name) => {
        this.#rendered[name] = (this.#rendered[name] ?? 0) + 1;
      },
      documentRoom: DOCUMENT_ROOM,
    };
    const canvases = new Map<number, CanvasState | null>();
    const begin = (message: PlannedMessage) =>
      new MessageRenderer(rendering, this.#canvasBefore(message, plan, canvases));
    return this.#store.isSmall
      ? this.#keptMessages(plan, begin, canvases)
      : this.#storedMessages(plan, begin, canvases);
  }

  *#keptMessages(
    plan: MessagePlan,
    begin: (message: PlannedMessage) => MessageRenderer,
    canvases: Map<number, CanvasState | null>,
  ): Generator<IncomingMessage> {
    for (const [at, message] of plan.messages.entries()) {
      const renderer = begin(message);
      for (const step of message.steps) this.#render(step, this.#store.kept(step), renderer);
      yield this.#ended(at, message, plan, renderer, canvases);
    }
  }

  async *#storedMessages(
    plan: MessagePlan,
    begin: (message: PlannedMessage) => MessageRenderer,
    canvases: Map<number, CanvasState | null>,
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

  #render(at: number, fragments: ReturnType<StepStore['kept']>, renderer: MessageRenderer): void {
    const step = this.#store.steps[at]!;
    const documentId = step.canvas ? this.#documentOf(at) : null;
    renderer.add({ fragments, documentId, key: step.key });
  }

  /** The document's name comes with the tool's reply, which follows the call. */
  #documentOf(at: number): string | null {
    this.#documents ??= new Map(
      this.#store.steps.flatMap(({ parent, documentId }): [string, string][] =>
        parent === null || documentId === null ? [] : [[parent, documentId]],
      ),
    );
    const { key, documentId } = this.#store.steps[at]!;
    return documentId ?? this.#documents.get(key) ?? null;
  }

  #documents: Map<string, string> | null = null;

  /** The documents as the message before left them. Kept only where a message has changed one. */
  #canvasBefore(
    message: PlannedMessage,
    plan: MessagePlan,
    canvases: ReadonlyMap<number, CanvasState | null>,
  ): CanvasState | null {
    if (canvases.size === 0 || !this.#hasCanvas(message)) return null;
    for (let at = message.parent; at !== -1; at = plan.messages[at]!.parent) {
      const state = canvases.get(at);
      if (state !== undefined) return state;
    }
    return null;
  }

  #hasCanvas({ steps }: PlannedMessage): boolean {
    return steps.some((step) => this.#store.steps[step]!.canvas);
  }

  #ended(
    at: number,
    message: PlannedMessage,
    plan: MessagePlan,
    renderer: MessageRenderer,
    canvases: Map<number, CanvasState | null>,
  ): IncomingMessage {
    const { steps } = this.#store;
    if (this.#hasCanvas(message)) canvases.set(at, renderer.canvas);
    const { text, files } = renderer.end();
    const own = message.steps.slice(message.shared);
    const model =
      message.role === 'user'
        ? null
        : (own.map((step) => steps[step]!.model).find((slug) => slug !== null) ??
          (textOf(this.#fields.get('default_model_slug')) || null));
    return {
      key: message.key,
      parentKey: message.parent === -1 ? null : plan.messages[message.parent]!.key,
      role: message.role,
      text,
      model: model?.slice(0, 100) ?? null,
      timestamp: own.map((step) => steps[step]!.time).find((time) => time !== null) ?? null,
      files,
    };
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
  return steps.find(({ time }) => time !== null)?.time ?? null;
}

/** Ids are kept as they are where they look like one. */
function safeKey(id: string): string {
  return /^[\w.:-]{1,100}$/.test(id) ? id : hashed(id);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
