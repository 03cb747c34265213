import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { renderMarkdown } from '~/lib/markdown/render';

import { partPage, type PageName } from './page-text';
import privacy from './texts/privacy.md?raw';
import terms from './texts/terms.md?raw';

const SHIPPED: Record<PageName, { title: string; source: string }> = {
  privacy: { title: 'Privacy', source: privacy },
  terms: { title: 'Terms of use', source: terms },
};

export interface ReadPage {
  title: string;
  html: string;
}

/** A public page: the operator's own Markdown in PAGES_DIR where there is one, else the text that ships. */
export async function readPage(name: PageName): Promise<ReadPage> {
  const shipped = SHIPPED[name];
  const { title, body } = partPage((await ownText(name)) ?? shipped.source, shipped.title);
  return { title, html: renderMarkdown(body) };
}

/** Where operators put their own texts. */
function pagesDirectory(): string {
  return env().PAGES_DIR ?? join(env().DATA_DIR, 'pages');
}

async function ownText(name: PageName): Promise<string | null> {
  try {
    return await readFile(join(pagesDirectory(), `${name}.md`), 'utf8');
  } catch (err) {
    // Read at each visit, so that a text can be replaced while the app runs.
    if ((err as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.error({ err, page: name }, 'the operator’s own text of a page cannot be read');
    }
    return null;
  }
}
