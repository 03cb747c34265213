/** The public pages whose text the operator may replace. */
export type PageName = 'privacy' | 'terms';

export interface PageText {
  title: string;
  /** Markdown without the title. */
  body: string;
}

const HEADING = /^\uFEFF?\s*#[ \t]+(?<title>[^\n]+?)[ \t]*#*[ \t]*(?:\n|$)/;

/** A file parted into its first heading and the rest; a file without one keeps the title that is given. */
export function partPage(source: string, title: string): PageText {
  const text = source.replace(/\r\n?/g, '\n');
  const found = HEADING.exec(text);
  return {
    title: found?.groups?.title ?? title,
    body: text.slice(found?.[0].length ?? 0).trim(),
  };
}
