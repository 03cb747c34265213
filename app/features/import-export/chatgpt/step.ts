import { fieldsOf } from '~/lib/json';

import type { CanvasAct } from './canvas';
import { textOf } from './untrusted';

/** A file that a node refers to. */
export interface NamedFile {
  /** Ids that the export may know it by; the first one that it has counts. */
  ids: readonly string[];
  name: string | null;
}

/** What a node adds to its message. */
export type Fragment =
  | { kind: 'text'; text: string }
  | { kind: 'image'; file: NamedFile; generated: boolean; prompt: string | null }
  | { kind: 'sound'; file: NamedFile; spoken: boolean }
  | { kind: 'file'; file: NamedFile }
  /** The prompt of an image, which comes in a later node, if at all. */
  | { kind: 'prompt'; prompt: string }
  | { kind: 'canvas'; act: CanvasAct };

/** A node of an export, reduced to what is shown. */
export interface Step {
  key: string;
  parent: string | null;
  children: readonly string[];
  /** The speaker; null for a node that shows nothing and only leads to the next. */
  role: 'user' | 'assistant' | null;
  model: string | null;
  time: number | null;
  fragments: readonly Fragment[];
  /** The document that the call before this node was about, as the service says. */
  documentId: string | null;
  /** Unknown kinds of content, and the like. */
  remarks: readonly string[];
}

/** What couldn't be shown of a conversation; each is counted. */
export const REMARKS = {
  missingFile: 'a file that’s missing from the export',
  unreadableNode: 'a message that couldn’t be read',
  largeNode: 'a message that’s too large to read',
  wrongBytes: 'a message with unreadable characters',
  tooMany: 'a message over the limit for one conversation',
  lostEdit: 'a document change that couldn’t be shown',
  longQuotation: 'a long quotation, shortened',
  unknownKind: (kind: string) =>
    /^[\w-]{1,60}$/.test(kind)
      ? `content of an unknown type (${kind})`
      : 'content of an unknown type',
};

/**
 * The file of a pointer: `file-service://file-X` or `sediment://file_X`, also with something before or after the id, or
 * wrapped in an object.
 */
export function fileOf(pointer: unknown, others: readonly unknown[] = []): NamedFile | null {
  const address = typeof pointer === 'string' ? pointer : textOf(fieldsOf(pointer).asset_pointer);
  const ids = [fileId(address), ...others.map((other) => textOf(other))].filter(
    (id): id is string => id !== null && /^[\w-]{1,200}$/.test(id),
  );
  return ids.length === 0 ? null : { ids: [...new Set(ids)], name: null };
}

/** The file id in an address or in the name of an entry. */
export function fileId(text: string): string | null {
  const place = text.slice(0, 1_000).replace(/^[a-z-]{1,20}:\/\//, '');
  return /(?:^|[^A-Za-z0-9])(file[-_][A-Za-z0-9]+)/.exec(place)?.[1] ?? null;
}
