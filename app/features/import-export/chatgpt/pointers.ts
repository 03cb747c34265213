import type { NamedFile } from './step';
import { fieldsOf, textOf } from './untrusted';

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
