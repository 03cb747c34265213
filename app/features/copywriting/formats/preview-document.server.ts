import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import { AppError } from '~/lib/errors';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { MAX_FORM_BODY, readForm } from '~/http/read-body.server';
import { escapeHtml } from '~/lib/markdown/escape';

import { FORMAT_IDS, formatById } from './formats';
import { pageHtml } from './page-html';
import { PAGE_STYLE } from './page-style';
import { PREVIEW_FIELDS, MAX_PREVIEW_NAME, MAX_PREVIEW_TEXT } from './preview-request';

const NOT_SIGNED_IN = 'There is no preview because you are not signed in any more.';

const request = z.object({
  format: z.enum(FORMAT_IDS),
  text: z.string().max(MAX_PREVIEW_TEXT),
  name: z.string().max(MAX_PREVIEW_NAME).default(''),
});

/**
 * The page that a text of a landing format makes, for a frame: sandboxed by its own policy wherever it is opened, without
 * scripts, without a network, and without a link that leads anywhere.
 * @throws AppError `invalid`
 */
export async function previewDocument(form: Request): Promise<Response> {
  const fields = await readForm(form, MAX_FORM_BODY);
  const field = (name: string) => fields.get(name);
  const parsed = request.safeParse({
    format: field(PREVIEW_FIELDS.format),
    text: field(PREVIEW_FIELDS.text),
    name: field(PREVIEW_FIELDS.name),
  });
  if (!parsed.success) throw new AppError('invalid', 'This text cannot be shown as a page.');
  const { format, text, name } = parsed.data;
  const bar = name.trim() === '' ? '' : `<div class="bar">${escapeHtml(name.trim())}</div>`;
  const title = `Preview: ${formatById(format)?.name ?? 'page'}`;
  return framed(title, `${bar}<main>${pageHtml(format, text)}</main>`, 200);
}

/** Why there is no preview, in its frame: what else is answered there is not shown by a browser. */
export function previewFailure(error: unknown): Response {
  const failure = describeFailure(error);
  const { status } = failure;
  const text = status === 401 ? NOT_SIGNED_IN : failure.error;
  const body = `<main class="notice"><p>${escapeHtml(text)}</p></main>`;
  return framed('No preview', body, status, retryHeader(failure));
}

function framed(
  title: string,
  body: string,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    'sandbox',
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escapeHtml(title)}</title><style nonce="${nonce}">${PAGE_STYLE}</style></head>` +
    // It scrolls, so the keyboard must get into it.
    `<body tabindex="0">${body}</body></html>`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
      ...headers,
    },
  });
}
