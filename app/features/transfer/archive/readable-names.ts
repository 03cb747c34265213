import { fileStem } from '~/lib/file-name';

/** Names of files in a folder for people: of what they typed, each once, whatever case a disk tells apart. */
export class ReadableNames {
  private readonly taken = new Map<string, number>();

  /** `a/Title.md`, and `a/Title (2).md` for the second one. */
  pathFor(folder: string, name: string): string {
    const path = `${folder}/${fileStem(name, 'Untitled')}`;
    const key = path.toLowerCase();
    const before = this.taken.get(key) ?? 0;
    this.taken.set(key, before + 1);
    if (before === 0) return `${path}.md`;
    // Somebody may have named another one like this.
    return this.pathFor(folder, `${name.slice(0, 60)} (${before + 1})`);
  }
}

/** `savedContents` is the folder `saved-contents`. */
export function folderOf(section: string): string {
  return section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
