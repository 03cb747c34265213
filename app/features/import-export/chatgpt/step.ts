import type { CanvasAct } from './canvas';
import { fieldsOf, textOf } from './untrusted';

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
  /** An image was asked for; it comes in a later node, if at all. */
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
  /** Kinds of content that no one here knows, and other remarks. */
  remarks: readonly string[];
}

/** What of a conversation could not be shown, each counted. */
export const REMARKS = {
  missingFile: 'a file that the export does not have',
  unreadableNode: 'a message that could not be read',
  largeNode: 'a message too large to be read',
  wrongBytes: 'a message with characters that could not be read',
  tooMany: 'a message beyond the number that a conversation may have',
  lostEdit: 'a change to a document that could not be followed',
  longQuotation: 'a long quotation, shortened',
  unknownKind: (kind: string) =>
    /^[\w-]{1,60}$/.test(kind)
      ? `content of an unknown kind (${kind})`
      : 'content of an unknown kind',
};

/**
 * The file that a pointer means: `file-service://file-X`, `sediment://file_X`, also with something before or behind the id.
 * Some hold a pointer in a pointer.
 */
export function fileOf(pointer: unknown, others: readonly unknown[] = []): NamedFile | null {
  const address = typeof pointer === 'string' ? pointer : textOf(fieldsOf(pointer).asset_pointer);
  const ids = [fileId(address), ...others.map((other) => textOf(other))].filter(
    (id): id is string => id !== null && /^[\w-]{1,200}$/.test(id),
  );
  return ids.length === 0 ? null : { ids: [...new Set(ids)], name: null };
}

/** The id within an address or the name of an entry. */
export function fileId(text: string): string | null {
  const place = text.slice(0, 1_000).replace(/^[a-z-]{1,20}:\/\//, '');
  return /(?:^|[^A-Za-z0-9])(file[-_][A-Za-z0-9]+)/.exec(place)?.[1] ?? null;
}
