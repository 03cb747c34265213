import { readFile } from 'node:fs/promises';

import { decodePage, type PageText, readPage } from './page-text.ts';

// Reads pages of a website in a process of its own, because strangers wrote them and it may be killed at any moment. It is
// started by app/gateways/website/read-website.server.ts with the most characters of a page, then `file kind charset` for
// each, and no environment; it answers with one line of JSON.

const [max, ...rest] = process.argv.slice(2);
const maxCharacters = Number(max);
const pages: PageText[] = [];
for (let at = 0; at + 2 < rest.length; at += 3) {
  const [file = '', kind, charset = ''] = rest.slice(at, at + 3);
  const text = decodePage(await readFile(file), charset);
  pages.push(
    kind === 'text'
      ? {
          ...readPage('', maxCharacters),
          text: text.slice(0, maxCharacters).trim(),
        }
      : readPage(text, maxCharacters),
  );
}
process.stdout.write(JSON.stringify({ pages }), () => process.exit(0));
