import type { CanvasAct } from './canvas';

/** A file that a node speaks of. */
export interface NamedFile {
  /** By which the export may know it: the first that it has is taken. */
  ids: readonly string[];
  name: string | null;
}

/** What a node adds to the message that it belongs to, in its order. */
export type Fragment =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; file: NamedFile; generated: boolean; prompt: string | null }
  | { kind: 'sound'; file: NamedFile; spoken: boolean }
  | { kind: 'file'; file: NamedFile }
  /** A picture was asked for; it comes in a later node, if at all. */
  | { kind: 'prompt'; prompt: string }
  | { kind: 'canvas'; act: CanvasAct };

/** A node of an export, reduced to what is shown of it. */
export interface Step {
  key: string;
  parent: string | null;
  children: readonly string[];
  /** Who speaks; null for what is only passed through on the way to the next. */
  role: 'user' | 'assistant' | null;
  model: string | null;
  time: number | null;
  fragments: readonly Fragment[];
  /** The document that the service says was meant by the call before. */
  documentId: string | null;
  /** Kinds of content that nobody here knows, and other remarks. */
  remarks: readonly string[];
}
