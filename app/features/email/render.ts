import { escapeHtml } from '~/lib/markdown/escape';

/** The texts of an email, all of them plain. Line breaks inside a paragraph are kept. */
export interface EmailContent {
  subject: string;
  /** Shown next to the subject in a list of emails. */
  preview: string;
  title: string;
  paragraphs: string[];
  /** The one thing to do; `href` is an http or https URL. */
  action?: { label: string; href: string };
  /** Less important: why the email came, and what to do if that was a mistake. */
  afterword?: string[];
}

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** The light colors of app.css, in the notation that every email program supports. */
const COLORS = {
  surface: '#fbfaf7',
  raised: '#ffffff',
  border: '#dedcd7',
  text: '#182228',
  muted: '#525f64',
  accent: '#e9b957',
  onAccent: '#081b24',
  accentText: '#7f5007',
};

const BODY = `ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`;
const TITLE = `'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif`;

/** Long words and addresses wrap instead of widening the email. */
const WRAP = 'overflow-wrap: anywhere; word-break: break-word';

const BY_HAND = 'Button not working? Open this address in your browser:';
const SIGNATURE = 'Sent by Brandwright';

/** Renders the email in the product's style, as HTML and as text. Nothing in the content becomes markup. */
export function renderEmail(content: EmailContent): RenderedEmail {
  const clean: EmailContent = {
    subject: oneLine(content.subject),
    preview: oneLine(content.preview),
    title: oneLine(content.title),
    paragraphs: content.paragraphs.map(block).filter((text) => text !== ''),
    action: content.action && {
      label: oneLine(content.action.label),
      href: webAddress(content.action.href),
    },
    afterword: (content.afterword ?? []).map(block).filter((text) => text !== ''),
  };
  return { subject: clean.subject, html: toHtml(clean), text: toText(clean) };
}

function toText({ title, paragraphs, action, afterword = [] }: EmailContent): string {
  const link = action ? [`${action.label}:\n${action.href}`] : [];
  const parts = [title, ...paragraphs, ...link, ...afterword, `-- \n${SIGNATURE}`];
  return `${parts.join('\n\n')}\n`;
}

function toHtml({ subject, preview, title, paragraphs, action, afterword = [] }: EmailContent) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 0; background-color: ${COLORS.surface}; color: ${COLORS.text}; -webkit-text-size-adjust: 100%">
<div style="display: none; max-height: 0; max-width: 0; overflow: hidden; opacity: 0; mso-hide: all">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLORS.surface}" style="background-color: ${COLORS.surface}">
<tr><td align="center" style="padding: 32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px; table-layout: fixed">
<tr><td style="padding: 0 4px 20px">${wordmark()}</td></tr>
<tr><td bgcolor="${COLORS.raised}" style="background-color: ${COLORS.raised}; border: 1px solid ${COLORS.border}; border-radius: 16px; padding: 32px 28px 24px; font-family: ${BODY}; font-size: 16px; line-height: 1.6; color: ${COLORS.text}; ${WRAP}">
<h1 style="margin: 0 0 16px; font-family: ${TITLE}; font-size: 25px; line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; color: ${COLORS.text}">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p style="margin: 0 0 16px">${lines(text)}</p>`).join('\n')}
${action ? button(action) : ''}
${afterword.length > 0 ? aside(afterword) : ''}
</td></tr>
<tr><td style="padding: 20px 4px 0; font-family: ${BODY}; font-size: 13px; line-height: 1.5; color: ${COLORS.muted}">${SIGNATURE}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Logo and name without an image: remote images aren't loaded, or tell the sender who reads the email and when. */
function wordmark(): string {
  const letter = `width: 32px; height: 32px; border-radius: 8px; background-color: ${COLORS.accent}; color: ${COLORS.onAccent}; font: 700 21px/32px ${TITLE}; text-align: center`;
  const name = `padding-left: 10px; font-family: ${TITLE}; font-size: 20px; line-height: 32px; font-weight: 600; letter-spacing: -0.02em; color: ${COLORS.text}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td aria-hidden="true" width="32" height="32" align="center" bgcolor="${COLORS.accent}" style="${letter}">B</td><td style="${name}">Brandwright</td></tr></table>`;
}

function button({ label, href }: { label: string; href: string }): string {
  const address = escapeHtml(href);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 24px 0"><tr><td bgcolor="${COLORS.accent}" style="background-color: ${COLORS.accent}; border-radius: 8px"><a href="${address}" style="display: inline-block; padding: 12px 24px; font-size: 16px; line-height: 24px; font-weight: 600; color: ${COLORS.onAccent}; text-decoration: none; border-radius: 8px">${escapeHtml(label)}</a></td></tr></table>
<p style="margin: 0 0 16px; font-size: 14px; line-height: 1.5; color: ${COLORS.muted}">${BY_HAND}<br><a href="${address}" style="color: ${COLORS.accentText}; word-break: break-all">${address}</a></p>`;
}

function aside(texts: string[]): string {
  const paragraphs = texts
    .map((text) => `<p style="margin: 0 0 8px">${lines(text)}</p>`)
    .join('\n');
  return `<div style="margin: 24px 0 0; padding: 20px 0 0; border-top: 1px solid ${COLORS.border}; font-size: 14px; line-height: 1.5; color: ${COLORS.muted}">
${paragraphs}
</div>`;
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Normalizes line breaks to single `\n`, and removes other control characters. */
function block(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** @throws Error for anything but an http or https URL: links are made by us, from appUrl() */
function webAddress(href: string): string {
  const url = new URL(href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error(`an email doesn’t link to ${url.protocol}`);
  }
  return url.href;
}
