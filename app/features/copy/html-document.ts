import { escapeHtml } from '~/lib/markdown/escape';
import { renderMarkdown } from '~/lib/markdown/render';

const STYLE = `body{max-width:42rem;margin:3rem auto;padding:0 1.25rem;font:1.0625rem/1.65 system-ui,sans-serif;color:#1d2429;background:#fff;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25}pre,.table-scroll{overflow-x:auto}pre{padding:1rem;background:#f4f4f0;border-radius:.5rem}
code{font-family:ui-monospace,monospace;font-size:.9em}.code-head{display:none}blockquote{margin-inline:0;padding-left:1rem;border-left:3px solid #d9a93b;color:#555}
table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.35rem .7rem;text-align:start}`;

/**
 * A text as a page of its own, to be kept as a file. Safe wherever it is opened: the rendering has no markup of the
 * text's own, and the page lets nothing run and nothing be fetched.
 */
export function htmlDocument(title: string, markdown: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${renderMarkdown(markdown, { breaks: true })}</main>
</body>
</html>
`;
}
