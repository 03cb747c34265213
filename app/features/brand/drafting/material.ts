import type { LookColor } from '../look/look';
import { type DraftMaterial, MAX_ABOUT } from './draft';

/** Text that was read from a website or a file. */
export interface ReadMaterial {
  kind: 'website' | 'file';
  /** The website's host, or the file's name. */
  name: string;
  /** How many pages were read, if that's known. */
  pages: number | null;
  text: string;
  /** What a website declares of its look; absent for a file. */
  look?: SuggestedLook;
}

/** A look to choose from: colors as `#rrggbb`, and a logo as a `data:` address, which is stored only if it's chosen. */
export interface SuggestedLook {
  colors: Partial<Record<LookColor, string>>;
  logo: string | null;
}

/** For the browser's file picker only: the kind of a file is detected from its content. */
export const MATERIAL_FILES =
  '.pdf,.docx,.md,.markdown,.txt,application/pdf,text/markdown,text/plain,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Adds what was read below what is there. `cut` says that not all of it fit. */
export function withRead(
  material: DraftMaterial,
  { text }: ReadMaterial,
): { material: DraftMaterial; cut: boolean } {
  const before = material.about.trim() === '' ? '' : `${material.about.trimEnd()}\n\n`;
  const room = Math.max(0, MAX_ABOUT - before.length);
  const part = text.slice(0, room).toWellFormed();
  return { material: { ...material, about: before + part }, cut: part.length < text.length };
}

/** What the person reads after it was added. */
export function readNote({ name, pages }: ReadMaterial, cut: boolean): string {
  const what = pages === null || pages === 0 ? '' : `${pages} page${pages === 1 ? '' : 's'} of `;
  const rest = cut ? 'It didn’t all fit, so we kept the beginning.' : '';
  return `Added ${what}${name}. ${rest} Edit anything before you draft.`.replace('  ', ' ');
}
