import { trimEndOf } from '~/lib/text/trim-ends';

/** The public pages whose text the operator may replace. */
export type PageName = 'privacy' | 'terms';

export interface PageText {
  title: string;
  /** Markdown without the title. */
  body: string;
}

const HEADING = /^\uFEFF?\s*#[ \t](?<line>[^\n]*)(?:\n|$)/;

/** A file parted into its first heading and the rest; a file without one keeps the title that is given. */
export function partPage(source: string, title: string): PageText {
  const text = source.replace(/\r\n?/g, '\n');
  const found = HEADING.exec(text);
  const heading = trimEndOf(found?.groups?.line?.trim() ?? '', /#/).trim();
  if (!found || heading === '') return { title, body: text.trim() };
  return { title: heading, body: text.slice(found[0].length).trim() };
}
