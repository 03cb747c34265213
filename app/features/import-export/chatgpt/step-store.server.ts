import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { inTemporary } from '~/lib/files/temporary.server';

import type { CanvasAct } from './canvas';
import type { Fragment, Step } from './step';
import { StepTable } from './step-data';

/** Characters that are kept in memory; more than that goes to a file. */
const IN_MEMORY = 4_000_000;

/** What a step takes apart from its text. */
const STEP_WEIGHT = 200;

const SMALL = 500_000;
const SMALL_STEPS = 2_000;

/** Characters: a thousand times what any real export had. */
const MAX_SIZE = 1_000_000_000;

const WRITE_BYTES = 1_000_000;
const READ_BYTES = 512 * 1024;

/** The steps of one conversation, with their content in memory, or in a nameless file that ends with the process. */
export class StepStore {
  readonly steps = new StepTable();
  readonly #models: string[] = [];
  /** Of the few steps that have one, by place. */
  readonly #documents = new Map<number, string>();
  readonly #canvases = new Set<number>();
  #fragments: (readonly Fragment[])[] = [];
  #size = 0;
  /** The size with `STEP_WEIGHT` for each step. */
  #weight = 0;
  #file: FileHandle | null = null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;
  /** Where each step begins in the file. */
  #starts: number[] = [];
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;
  readonly #inMemory: number;

  readonly #max: number;

  constructor(inMemory = IN_MEMORY, max = MAX_SIZE) {
    this.#inMemory = inMemory;
    this.#max = max;
  }

  /** More would fill the disk. */
  get isFull(): boolean {
    return this.#size > this.#max;
  }

  /** Small enough to be rendered without a pause. */
  get isSmall(): boolean {
    return this.#size <= SMALL && this.steps.length <= SMALL_STEPS;
  }

  /** Does nothing when there is a step with that key. */
  add(step: Step): void {
    const { fragments, model, documentId } = step;
    const size = fragments.reduce((sum, fragment) => sum + sizeOf(fragment), 0);
    const place = this.steps.length;
    if (!this.steps.add({ ...step, size })) return;
    this.#models.push(this.#sameModel(model ?? ''));
    if (documentId !== null) this.#documents.set(place, documentId);
    if (fragments.some(({ kind }) => kind === 'canvas')) this.#canvases.add(place);
    this.#size += size;
    this.#weight += size + STEP_WEIGHT;
    if (this.#file === null) this.#fragments.push(fragments);
    else this.#queue(fragments);
  }

  model(step: number): string | null {
    return this.#models[step] || null;
  }

  isCanvas(step: number): boolean {
    return this.#canvases.has(step);
  }

  /** The document that a step names, or that the tool's reply to it names. */
  documentOf(step: number): string | null {
    const own = this.#documents.get(step);
    if (own !== undefined) return own;
    if (this.#replies === null) {
      this.#replies = new Map();
      for (const [reply, id] of this.#documents) this.#replies.set(this.steps.parent(reply), id);
    }
    return this.#replies.get(step) ?? null;
  }

  #replies: Map<number, string> | null = null;

  readonly #knownModels = new Map<string, string>();

  /** The few models are named by every message: each name is kept once. */
  #sameModel(model: string): string {
    const known = this.#knownModels.get(model);
    if (known === undefined && this.#knownModels.size < 1_000) this.#knownModels.set(model, model);
    return known ?? model;
  }

  /** Moves the content to a file when it becomes too large for memory. */
  async settle(): Promise<void> {
    if (this.#file === null) {
      if (this.#weight <= this.#inMemory) return;
      this.#file = await namelessFile();
      for (const fragments of this.#fragments) this.#queue(fragments);
      this.#fragments = [];
    }
    if (this.#waitingBytes >= WRITE_BYTES) await this.#write();
  }

  /** The content of a step, while all is in memory. */
  inMemory(step: number): readonly Fragment[] {
    return this.#fragments[step]!;
  }

  async fragments(step: number): Promise<readonly Fragment[]> {
    if (this.#file === null) return this.inMemory(step);
    if (this.#waitingBytes > 0) await this.#write();
    const start = this.#starts[step]!;
    const end = this.#starts[step + 1] ?? this.#written;
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) {
      const window = Buffer.allocUnsafe(
        Math.min(Math.max(READ_BYTES, end - start), this.#written - start),
      );
      const { bytesRead } = await this.#file.read(window, 0, window.length, start);
      this.#window = window.subarray(0, bytesRead);
      this.#windowStart = start;
    }
    const bytes = this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
    return JSON.parse(bytes.toString()) as Fragment[];
  }

  async dispose(): Promise<void> {
    this.#fragments = [];
    this.#waiting = [];
    this.#window = Buffer.alloc(0);
    await this.#file?.close();
    this.#file = null;
  }

  #queue(fragments: readonly Fragment[]): void {
    const bytes = Buffer.from(JSON.stringify(fragments));
    this.#starts.push(this.#written + this.#waitingBytes);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#file!.writev(waiting, this.#written);
    this.#written += this.#waitingBytes;
    this.#waitingBytes = 0;
  }
}

function sizeOf(fragment: Fragment): number {
  switch (fragment.kind) {
    case 'text':
      return fragment.text.length + 2;
    case 'prompt':
      return fragment.prompt.length;
    case 'image':
      return 200 + (fragment.prompt?.length ?? 0);
    case 'canvas':
      return sizeOfAct(fragment.act);
    default:
      return 200 + (fragment.file.name?.length ?? 0);
  }
}

function sizeOfAct(act: CanvasAct): number {
  if (act.act === 'create') return act.name.length + act.type.length + act.content.length;
  return act.updates.reduce(
    (sum, { pattern, replacement }) => sum + pattern.length + replacement.length,
    0,
  );
}

/** Its name is removed once it is open, so that it can't be left behind. */
function namelessFile(): Promise<FileHandle> {
  return inTemporary((directory) => open(join(directory, 'steps'), 'wx+', 0o600));
}
