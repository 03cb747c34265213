import { randomBytes } from 'node:crypto';
import { z } from 'zod';

import { type BrandTheme, PLAIN_THEME, SANS, themeOf } from '~/features/brand';
import { readLook } from '~/features/brand/index.server';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { MAX_FORM_BODY, readForm } from '~/http/read-body.server';
import { AppError } from '~/lib/errors';
import { escapeHtml } from '~/lib/markdown/escape';
import type { UserScope } from '~/lib/scope';

import {
  FORMAT_IDS,
  formatById,
  MAX_PREVIEW_NAME,
  MAX_PREVIEW_TEXT,
  PREVIEW_FIELDS,
} from './formats';
import { pageHtml } from './page-html';

const NOT_SIGNED_IN = 'You’re signed out. Sign in again to see the preview.';

const request = z.object({
  format: z.enum(FORMAT_IDS),
  text: z.string().max(MAX_PREVIEW_TEXT),
  name: z.string().max(MAX_PREVIEW_NAME).default(''),
  profile: z.string().default(''),
});

/**
 * The page that a text of a landing format makes, for a frame: sandboxed by its own policy wherever it is opened, without
 * scripts, without a network, and without a link that leads anywhere.
 * @throws AppError `invalid`
 */
export async function previewDocument(userId: UserScope, form: Request): Promise<Response> {
  const fields = await readForm(form, MAX_FORM_BODY);
  const field = (name: string) => fields.get(name);
  const parsed = request.safeParse({
    format: field(PREVIEW_FIELDS.format),
    text: field(PREVIEW_FIELDS.text),
    name: field(PREVIEW_FIELDS.name),
    profile: field(PREVIEW_FIELDS.profile),
  });
  if (!parsed.success) throw new AppError('invalid', 'We can’t preview this text.');
  const { format, text, name, profile } = parsed.data;
  // A profile that was deleted meanwhile has no look any more.
  const look = await readLook(userId, profile);
  const title = `Preview: ${formatById(format)?.name ?? 'page'}`;
  const body = `${barHtml(name.trim(), look?.logoUrl ?? null)}<main>${pageHtml(format, text)}</main>`;
  return framed(title, body, 200, { theme: look && themeOf(look) });
}

function barHtml(name: string, logo: string | null): string {
  if (name === '' && logo === null) return '';
  const image = logo === null ? '' : `<img class="logo" src="${escapeHtml(logo)}" alt="">`;
  return `<div class="bar">${image}<span>${escapeHtml(name)}</span></div>`;
}

/** Why there is no preview, in its frame: what else is answered there is not shown by a browser. */
export function previewFailure(error: unknown): Response {
  const failure = describeFailure(error);
  const { status } = failure;
  const text = status === 401 ? NOT_SIGNED_IN : failure.error;
  const body = `<main class="notice"><p>${escapeHtml(text)}</p></main>`;
  return framed('No preview', body, status, { headers: retryHeader(failure) });
}

function framed(
  title: string,
  body: string,
  status: number,
  {
    theme = null,
    headers = {},
  }: { theme?: BrandTheme | null; headers?: Record<string, string> } = {},
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
    `<title>${escapeHtml(title)}</title><style nonce="${nonce}">${themeStyle(theme ?? PLAIN_THEME)}${PAGE_STYLE}</style></head>` +
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

/** The variables of PAGE_STYLE. Their values are made here, of colors and names that were checked. */
function themeStyle(theme: BrandTheme): string {
  const { headingFont, bodyFont, onBrand, onAction, actionInk, ...colors } = theme;
  const variables = Object.entries({
    ...colors,
    'on-brand': onBrand,
    'on-action': onAction,
    'action-ink': actionInk,
    'heading-font': headingFont || bodyFont || SANS,
    'body-font': bodyFont || SANS,
  }).map(([name, value]) => `--${name}:${value}`);
  return `:root{color-scheme:only light;${variables.join(';')}}`;
}

/** The look of a previewed page: the brand's, or that of no one in particular, so that the words are what is judged. */
const PAGE_STYLE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 var(--body-font);overflow-wrap:anywhere}
body:focus{outline:none}
.bar{display:flex;align-items:center;gap:1rem;padding:1.1rem clamp(1.25rem,5vw,4rem);border-bottom:1px solid var(--line);font-weight:650}
.logo{height:2.75rem;width:auto;max-width:10rem;object-fit:contain}
header.hero,section{padding:clamp(2.75rem,7vw,5.5rem) clamp(1.25rem,5vw,4rem)}
header.hero{background:var(--tint);text-align:center;padding-block:clamp(3.5rem,10vw,8rem)}
header.hero>div{max-width:46rem;margin:auto}
header.hero p{font-size:1.2rem;color:var(--soft);max-width:38rem;margin-inline:auto}
section>div,section.text{max-width:64rem;margin:auto}
section:nth-of-type(even){background:var(--tint)}
h1,h2,h3{color:var(--heading);font-family:var(--heading-font);line-height:1.15;letter-spacing:-.015em;text-wrap:balance;margin:0 0 .6em;font-weight:700}
h1{font-size:clamp(2.1rem,6vw,3.6rem)}
h2{font-size:clamp(1.5rem,3.4vw,2.1rem)}
h3{font-size:1.15rem}
h4,h5,h6{margin:1.2em 0 .4em}
p,ul,ol,blockquote,pre{margin:0 0 1em}
section>div>p,section>div>ul,section>div>ol{max-width:44rem}
ul,ol{padding-inline-start:1.3em}
li{margin:.35em 0}
strong{font-weight:650}
.link{color:var(--action-ink);text-decoration:underline;text-underline-offset:.2em}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.6em}
header.hero .actions,.closing .actions{justify-content:center}
.button{display:inline-block;padding:.8em 1.5em;border-radius:.5rem;background:var(--action);color:var(--on-action);font-size:1.0625rem;font-weight:600;line-height:1.2}
.button+.button{background:transparent;color:var(--action-ink);box-shadow:inset 0 0 0 1.5px var(--action-ink)}
.grid{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));margin-top:1.75rem}
.card{padding:1.6rem;border:1px solid var(--line);border-radius:.75rem;background:var(--paper)}
.card>:last-child,.question>:last-child{margin-bottom:0}
.offers .grid,.questions .grid{margin-top:0}
.offer{display:flex;flex-direction:column}
.offer h2{font-size:1.35rem}
.offer>h2+p strong{font-size:1.9rem;letter-spacing:-.02em}
.offer .actions{margin-top:auto;padding-top:1rem}
.questions .grid{max-width:46rem;grid-template-columns:1fr;gap:0}
.question{padding:1.5rem 0;border-top:1px solid var(--line)}
.question:first-child{border-top:0;padding-top:0}
.question h2{font-size:1.2rem}
section.closing{background:var(--brand);color:var(--on-brand);text-align:center}
section.closing :is(h2,.link){color:inherit}
section.closing>div>p{max-width:38rem;margin-inline:auto}
section.closing .button{background:var(--on-brand);color:var(--brand)}
section.closing .button+.button{background:transparent;color:var(--on-brand);box-shadow:inset 0 0 0 1.5px var(--on-brand)}
section.closing .actions{max-width:none}
pre,.table-scroll{overflow-x:auto}
pre{padding:1rem;background:var(--tint);border-radius:.5rem}
code{font-family:ui-monospace,monospace;font-size:.9em}
.code-head{display:none}
blockquote{padding-inline-start:1.1em;border-inline-start:3px solid var(--brand);color:var(--soft)}
table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.4rem .75rem;text-align:start}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.notice{display:grid;place-content:center;min-height:100vh;padding:2rem;text-align:center;color:var(--soft)}
`.trim();
