import { randomBytes } from 'node:crypto';

import { escapeHtml } from '~/lib/markdown/escape';

/** Files of the build, or of Vite's server in development; never another host's. */
const OWN_SCRIPT = /^\/(?:assets|app)\/[\w./-]+(?:\?[\w=&]*)?$/;

/**
 * The page that a diagram is drawn in. Its own policy sandboxes it wherever it's opened, without network access. Its
 * script is one of our own files, whose name only the browser's build knows.
 */
export function diagramDocument(script: string): Response {
  if (!OWN_SCRIPT.test(script) || script.includes('..')) {
    return new Response('There is no such diagram.', { status: 404 });
  }
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagram</title>' +
    '<style>html{background:transparent}body{margin:0;display:flow-root;overflow:hidden}' +
    'svg{display:block;margin:auto;max-width:100%;height:auto}</style>' +
    `<body><script type="module" nonce="${nonce}" src="${escapeHtml(script)}"></script></body></html>`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
    },
  });
}
