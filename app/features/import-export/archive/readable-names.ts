import { createHash } from 'node:crypto';

import { fileStem } from '~/lib/files/file-name';

/** So much of a name stays in front of a number. */
const STEM_BEFORE_NUMBER = 60;

/**
 * Names of files in a folder for people: of what they typed, each once, whatever case a disk tells apart. Only hashes of
 * them are kept: an archive may have hundreds of thousands, and two that meet merely cost one of them a number.
 */
export class ReadableNames {
  private readonly taken = new Set<number>();
  /** The number that the next one of this name tries first. */
  private readonly next = new Map<number, number>();

  /** `a/Title.md`, and `a/Title (2).md` for the second one. */
  pathFor(folder: string, name: string): string {
    const stem = fileStem(name, 'Untitled');
    const path = `${folder}/${stem}`;
    if (this.take(path)) return `${path}.md`;
    const short = `${folder}/${[...stem].slice(0, STEM_BEFORE_NUMBER).join('').trimEnd()}`;
    const base = hashOf(short);
    // Others may have been named like this by hand: each such name is passed once.
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
