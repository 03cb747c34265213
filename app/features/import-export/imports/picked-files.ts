import type { ImportView } from '../page/import-export';

const ACCEPTED_NAME = /\.(zip|json)$/i;

export interface PickedFile {
  name: string;
  size: number;
}

/** For the browser's file picker. */
export const ACCEPTED = '.zip,.json,application/zip,application/json';

/** Why these files can't be an export, as a sentence; null when they can. */
export function refusalOf(files: readonly PickedFile[]): string | null {
  const odd = files.find(({ name }) => !ACCEPTED_NAME.test(name));
  if (odd) {
    return `“${odd.name}” can’t be imported. Choose the original ZIP file or the JSON files inside it.`;
  }
  const empty = files.find(({ size }) => size === 0);
  if (empty) return `“${empty.name}” is empty. Download the export again and choose that file.`;
  return null;
}

/** The picked files in the order of an interrupted upload; null when they aren't the same files. */
export function sameFiles<T extends PickedFile>(
  { files }: Pick<ImportView, 'files'>,
  picked: readonly T[],
): T[] | null {
  const left = [...picked];
  const found = files.map(({ name, size }) => {
    const at = left.findIndex((file) => file.name === name && file.size === size);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return found.every((file) => file !== undefined) && left.length === 0 ? found : null;
}
