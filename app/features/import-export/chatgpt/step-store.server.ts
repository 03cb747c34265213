import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { inTemporary } from '~/lib/files/temporary.server';

import type { CanvasAct } from './canvas';
import type { Fragment, Step } from './step';
import { StepTable } from './step-data';

/** From so many characters on, what a conversation says goes to a file. */
const IN_MEMORY = 4_000_000;

/** A step is objects as well. */
const STEP_WEIGHT = 200;

const SMALL = 500_000;
const SMALL_STEPS = 2_000;

/** Characters; a thousand times what was ever seen. */
const MAX_SIZE = 1_000_000_000;

const WRITTEN_AT_ONCE = 1_000_000;
const READ_AT_ONCE = 512 * 1024;

/** The steps of one conversation: what they say is in memory, or in a file that has no name and ends with the process. */
export class StepStore {
  readonly steps = new StepTable();
  /** Of few steps each, by their places. */
  readonly #models: string[] = [];
  readonly #documents = new Map<number, string>();
  readonly #canvases = new Set<number>();
  #fragments: (readonly Fragment[])[] = [];
  #size = 0;
  /** Of what is in memory, with what each step takes besides its text. */
  #weight = 0;
  #file: FileHandle | null = null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;
  /** Where each step begins in the file; and the end. */
  #starts: number[] = [];
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;
  readonly #inMemory: number;

  readonly #most: number;

  constructor(inMemory = IN_MEMORY, most = MAX_SIZE) {
    this.#inMemory = inMemory;
    this.#most = most;
  }

  /** As much as a conversation may say: more would fill the disk. */
  get isFull(): boolean {
    return this.#size > this.#most;
  }

  /** Small enough to be shown in one go. */
  get isSmall(): boolean {
    return this.#size <= SMALL && this.steps.length <= SMALL_STEPS;
  }

  /** Nothing where there is one of that name. */
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

  /** The document of a step, which its own reply names, or that of the tool behind it. */
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

  /** The same few names stand on every message: each is kept once. */
  #sameModel(model: string): string {
    const known = this.#knownModels.get(model);
    if (known === undefined && this.#knownModels.size < 1_000) this.#knownModels.set(model, model);
    return known ?? model;
  }

  /** Takes what is too much for memory out of it. */
  async settle(): Promise<void> {
    if (this.#file === null) {
      if (this.#weight <= this.#inMemory) return;
      this.#file = await namelessFile();
      for (const fragments of this.#fragments) this.#queue(fragments);
      this.#fragments = [];
    }
    if (this.#waitingBytes >= WRITTEN_AT_ONCE) await this.#write();
  }

  /** What a step says, where all is in memory. */
  kept(step: number): readonly Fragment[] {
    return this.#fragments[step]!;
  }

  async fragments(step: number): Promise<readonly Fragment[]> {
    if (this.#file === null) return this.kept(step);
    if (this.#waitingBytes > 0) await this.#write();
    const start = this.#starts[step]!;
    const end = this.#starts[step + 1] ?? this.#written;
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) {
      const window = Buffer.allocUnsafe(
        Math.min(Math.max(READ_AT_ONCE, end - start), this.#written - start),
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
    case 'picture':
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

/** Its name goes as soon as it is open: whatever happens then, nothing of it stays. */
function namelessFile(): Promise<FileHandle> {
  return inTemporary((directory) => open(join(directory, 'steps'), 'wx+', 0o600));
}
