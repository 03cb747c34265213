import { createHash } from 'node:crypto';

import { fileStem } from '~/lib/files/file-name';

/** Characters of a name that are kept before a number. */
const STEM_BEFORE_NUMBER = 60;

/**
 * Makes file names from titles, each unique also on disks that ignore case. Only hashes are kept, because an archive may
 * have hundreds of thousands of names; a collision merely adds a number to one of them.
 */
export class ReadableNames {
  private readonly taken = new Set<number>();
  /** The number that the next file with this name tries first. */
  private readonly next = new Map<number, number>();

  /** `a/Title.md`, and `a/Title (2).md` for the second one. */
  pathFor(folder: string, name: string): string {
    const stem = fileStem(name, 'Untitled');
    const path = `${folder}/${stem}`;
    if (this.take(path)) return `${path}.md`;
    const short = `${folder}/${[...stem].slice(0, STEM_BEFORE_NUMBER).join('').trimEnd()}`;
    const base = hashOf(short);
    // A title may end in such a number itself: those names are skipped.
    for (let number = this.next.get(base) ?? 2; ; number += 1) {
      const numbered = `${short} (${number})`;
      if (!this.take(numbered)) continue;
      this.next.set(base, number + 1);
      return `${numbered}.md`;
    }
  }

  private take(path: string): boolean {
    const hash = hashOf(path);
    if (this.taken.has(hash)) return false;
    this.taken.add(hash);
    return true;
  }
}

/** 48 bits, which a number holds exactly. */
function hashOf(path: string): number {
  return createHash('sha256').update(path.toLowerCase()).digest().readUIntBE(0, 6);
}

/** `savedContents` is the folder `saved-contents`. */
export function folderOf(section: string): string {
  return section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
