import type { IncomingFile } from '../imports/incoming';
import { CANVAS_BOUNDS, shownDocument, updated, type CanvasDocument } from './canvas';
import { inLine, quoted } from './markdown';
import { REMARKS, type Fragment, type NamedFile } from './step';

/** The documents of a branch, by id; immutable. */
export interface CanvasState {
  documents: ReadonlyMap<string, CanvasDocument>;
  /** The id of the one that was created or changed last. */
  latest: string;
}

export interface RenderedStep {
  fragments: readonly Fragment[];
  /** The document that its act is about, if the export says. */
  documentId: string | null;
  /** Replaces the id of the document if it doesn't. */
  key: string;
}

export interface Rendering {
  /** The export's reference to a file; null when the export lacks it. */
  refOf(file: NamedFile): string | null;
  remark(name: string): void;
  /** What the documents of this conversation may still take. */
  documents: DocumentRoom;
}

export interface DocumentRoom {
  /** Characters of all their versions. */
  characters: number;
  /** Versions. */
  versions: number;
  growth: Growth;
}

/** What all conversations of an import may still take: a few bytes of an export can demand a lot. */
export interface Growth {
  /** Characters of changed versions. */
  left: number;
  /** What may be searched for changes, as `CANVAS_BOUNDS` counts it. */
  search: { left: number };
}

const MAX_DOCUMENTS = 50;
const MAX_VERSIONS = 5_000;
const MAX_CHARACTERS = 32_000_000;
/** Of changed documents, in one import. */
const MAX_GROWTH = 256_000_000;

export function roomForGrowth(): Growth {
  return { left: MAX_GROWTH, search: { left: CANVAS_BOUNDS.search } };
}

export function roomForDocuments(growth: Growth): DocumentRoom {
  return {
    characters: MAX_CHARACTERS,
    versions: MAX_VERSIONS,
    growth,
  };
}

/** Builds the text and the files of a message from its steps. */
export class MessageRenderer {
  readonly #rendering: Rendering;
  readonly #blocks: string[] = [];
  readonly #files = new Map<string, IncomingFile>();
  readonly #shownAt = new Map<string, number>();
  #prompts: { at: number; prompt: string }[] = [];
  #canvas: CanvasState | null;

  constructor(rendering: Rendering, canvas: CanvasState | null) {
    this.#rendering = rendering;
    this.#canvas = canvas;
  }

  get canvas(): CanvasState | null {
    return this.#canvas;
  }

  add(step: RenderedStep): void {
    for (const fragment of step.fragments) this.#addFragment(fragment, step);
  }

  end(): { text: string; files: IncomingFile[] } {
    for (const { at, prompt } of this.#prompts) {
      this.#rendering.remark(REMARKS.missingFile);
      this.#blocks[at] = missingImage(prompt);
    }
    return {
      text: this.#blocks.filter((block) => block !== '').join('\n\n'),
      files: [...this.#files.values()],
    };
  }

  #addFragment(fragment: Fragment, step: RenderedStep): void {
    switch (fragment.kind) {
      case 'text':
        this.#blocks.push(fragment.text.trim());
        return;
      case 'prompt':
        // The place of the prompt, in case no image comes.
        this.#prompts.push({ at: this.#blocks.push('') - 1, prompt: fragment.prompt });
        return;
      case 'image':
        return this.#addImage(fragment);
      case 'sound':
        if (this.#addFile(fragment.file)) {
          if (!fragment.spoken) this.#blocks.push('*[Voice message]*');
        } else if (!fragment.spoken) {
          this.#blocks.push('*[Voice message, not in the export]*');
        }
        return;
      case 'file':
        if (this.#addFile(fragment.file)) return;
        this.#blocks.push(`*[${fileWords(fragment.file)}, not in the export]*`);
        return;
      case 'canvas':
        this.#blocks.push('');
        this.#act(fragment, step);
    }
  }

  #addImage({ file, generated, prompt }: Extract<Fragment, { kind: 'image' }>): void {
    const requested =
      generated || this.#prompts.length > 0 ? this.#prompts.shift()?.prompt : undefined;
    const words = prompt ?? requested ?? null;
    if (this.#addFile(file)) {
      if (words !== null) this.#blocks.push(`**Generated image**\n\n${quoted(words)}`);
    } else if (generated || words !== null) {
      this.#blocks.push(missingImage(words));
    } else {
      this.#blocks.push(`*[${file.name ? fileWords(file) : 'Image'}, not in the export]*`);
    }
  }

  #addFile(file: NamedFile): boolean {
    const ref = this.#rendering.refOf(file);
    if (ref === null) {
      this.#rendering.remark(REMARKS.missingFile);
      return false;
    }
    if (!this.#files.has(ref)) this.#files.set(ref, { ref, name: file.name });
    return true;
  }

  #act({ act }: Extract<Fragment, { kind: 'canvas' }>, { documentId, key }: RenderedStep): void {
    const state = this.#canvas;
    if (act.act === 'create') {
      this.#show(documentId ?? key, { name: act.name, type: act.type, content: act.content });
      return;
    }
    const id = documentId !== null && state?.documents.has(documentId) ? documentId : state?.latest;
    const before = id === undefined ? undefined : state!.documents.get(id);
    if (id === undefined || before === undefined) {
      this.#rendering.remark(REMARKS.lostEdit);
      this.#blocks.push('*[A change to a document that is not in the export]*');
      return;
    }
    const { search } = this.#rendering.documents.growth;
    const { document, followed } = updated(before, act.updates, search);
    if (!followed) {
      this.#rendering.remark(REMARKS.lostEdit);
      this.#blocks.push(`*[A change to “${inLine(document.name)}” that can’t be shown here]*`);
    }
    if (document.content !== before.content) this.#show(id, document, document.content.length);
  }

  /** Shows only the last version: a document that an answer changes three times is shown once. */
  #show(id: string, document: CanvasDocument, growth = 0): void {
    const room = this.#rendering.documents;
    const { length } = document.content;
    if (room.versions === 0 || length > room.characters || growth > room.growth.left) {
      this.#rendering.remark(REMARKS.lostEdit);
      this.#blocks.push(`*[A version of “${inLine(document.name)}” that can’t be shown here]*`);
      return;
    }
    room.versions -= 1;
    room.characters -= length;
    room.growth.left -= growth;
    const documents = [...(this.#canvas?.documents ?? [])].filter(([other]) => other !== id);
    this.#canvas = {
      documents: new Map([...documents.slice(1 - MAX_DOCUMENTS), [id, document]]),
      latest: id,
    };
    const shown = this.#shownAt.get(id);
    if (shown !== undefined) this.#blocks[shown] = '';
    this.#shownAt.set(id, this.#blocks.push(shownDocument(document)) - 1);
  }
}

function missingImage(prompt: string | null): string {
  const words = '**Generated image** (not in the export)';
  return prompt === null ? words : `${words}\n\n${quoted(prompt)}`;
}

function fileWords({ name }: NamedFile): string {
  return name === null ? 'File' : `File “${inLine(name)}”`;
}
