import { escapeHtml } from './escape';

const STYLE = `body{max-width:42rem;margin:3rem auto;padding:0 1.25rem;font:1.0625rem/1.65 system-ui,sans-serif;color:#1d2429;background:#fff;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25}pre,.table-scroll{overflow-x:auto}pre{padding:1rem;background:#f4f4f0;border-radius:.5rem}
code{font-family:ui-monospace,monospace;font-size:.9em}.code-head{display:none}blockquote{margin-inline:0;padding-left:1rem;border-left:3px solid #d9a93b;color:#555}
table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.35rem .7rem;text-align:start}
hr{margin:1.5rem 0;border:0;border-top:1px solid #ccc}hr+hr{display:none}`;

/** The page's policy, wherever it's opened: nothing runs, and nothing is fetched. */
export const HTML_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * A text as a page of its own, to be saved as a file. Safe wherever it's opened: `body` is our own rendering, without
 * any of the text's markup, and the page lets nothing run and fetches nothing.
 */
export function htmlPage(title: string, body: string): string {
  return `${htmlPageBegin(title)}${body}${HTML_PAGE_END}`;
}

/** The same for a body that arrives in chunks. */
export function htmlPageBegin(title: string, moreStyle = ''): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${HTML_PAGE_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${moreStyle}</style>
</head>
<body>
<main>
`;
}

export const HTML_PAGE_END = `</main>
</body>
</html>
`;
