import type { Request, Response } from 'express';

/** What a person reads who opened an address as a page; for other statuses, the title is the text itself. */
const FOR_PEOPLE: Record<number, { title: string; text?: string }> = {
  400: {
    title: 'This address isn’t valid',
    text: 'Part of the link may be missing.',
  },
  403: { title: 'We didn’t accept this' },
  405: {
    title: 'This page can’t be used that way',
    text: 'Nothing was changed. Go back and try again.',
  },
  413: { title: 'Too large to send', text: 'Go back, and send less at once.' },
  500: { title: 'Something went wrong', text: 'That’s on our side. Try again in a moment.' },
};

/** Answers without Remix: in a page for a browser that opens the address as one, and to all others in plain text. */
export function sendRefusal(
  request: Request,
  response: Response,
  status: number,
  text: string,
): void {
  response.status(status);
  if (request.accepts(['text', 'html']) !== 'html') {
    response.type('text/plain').send(text);
    return;
  }
  const { title, text: said = text } = FOR_PEOPLE[status] ?? { title: text, text: '' };
  response.type('text/html').send(page(title, said, String(response.locals.nonce)));
}

/** In the colors of the app, without its files: whatever was refused, this has to arrive. */
function page(title: string, text: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Brandwright</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; font: 1rem/1.5 Figtree, system-ui, sans-serif;
  background: light-dark(oklch(0.985 0.004 95), oklch(0.185 0.014 232)); color: light-dark(oklch(0.245 0.018 232), oklch(0.945 0.008 95)); }
header { display: flex; align-items: center; gap: 0.625rem; padding: 0.875rem 1.25rem; font-weight: 600;
  border-bottom: 1px solid light-dark(oklch(0.895 0.008 95), oklch(0.305 0.018 232)); }
main { margin: auto; width: 100%; max-width: 32rem; padding: 4rem 1.5rem; box-sizing: border-box; }
h1 { margin: 0; font: 600 1.875rem/1.2 Fraunces, Georgia, serif; text-wrap: balance; }
p { margin: 0.75rem 0 2rem; color: light-dark(oklch(0.475 0.018 225), oklch(0.745 0.016 215)); }
a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1rem; border-radius: 0.5rem; font-weight: 500;
  text-decoration: none; background: light-dark(oklch(0.81 0.128 83), oklch(0.83 0.118 86)); color: oklch(0.21 0.03 232); }
a:focus-visible { outline: 2px solid light-dark(oklch(0.5 0.11 72), oklch(0.86 0.115 87)); outline-offset: 2px; }
</style>
</head>
<body>
<header><img src="/favicon.svg" alt="" width="28" height="28">Brandwright</header>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p><a href="/">Go to the start page</a></main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
