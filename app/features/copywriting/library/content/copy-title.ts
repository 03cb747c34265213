import { cleanName, MAX_TITLE } from './content-fields';

const MARK = / \(copy(?: (\d+))?\)$/;

/** What a copy is called: "… (copy)", and a copy of that "… (copy 2)". */
export function copyTitle(title: string): string {
  const mark = MARK.exec(title);
  const number = mark ? Number(mark[1] ?? 1) + 1 : 1;
  const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
  const name = mark ? title.slice(0, mark.index) : title;
  return cleanName(name, MAX_TITLE - suffix.length) + suffix;
}
