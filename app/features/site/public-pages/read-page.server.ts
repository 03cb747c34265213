import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { renderMarkdown } from '~/lib/markdown/render';
import { trimEndOf } from '~/lib/text/trim-ends';

import privacy from './texts/privacy.md?raw';
import terms from './texts/terms.md?raw';

/** The public pages whose text the operator can replace. */
type PageName = 'privacy' | 'terms';

const DEFAULTS: Record<PageName, { title: string; source: string }> = {
  privacy: { title: 'Privacy', source: privacy },
  terms: { title: 'Terms of use', source: terms },
};

interface ReadPage {
  title: string;
  html: string;
}

/** A public page: the operator's own Markdown in PAGES_DIR, otherwise the default text. */
export async function readPage(name: PageName): Promise<ReadPage> {
  const standard = DEFAULTS[name];
  const { title, body } = splitPage((await ownText(name)) ?? standard.source, standard.title);
  return { title, html: renderMarkdown(body) };
}

function pagesDirectory(): string {
  return env().PAGES_DIR ?? join(env().DATA_DIR, 'pages');
}

async function ownText(name: PageName): Promise<string | null> {
  try {
    return await readFile(join(pagesDirectory(), `${name}.md`), 'utf8');
  } catch (err) {
    // Read for each visit, so that operators can replace it while the app runs.
    if ((err as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.error({ err, page: name }, 'the operator’s own text of a page cannot be read');
    }
    return null;
  }
}

interface PageText {
  title: string;
  /** Markdown without the title. */
  body: string;
}

const HEADING = /^\uFEFF?\s*#[ \t](?<line>[^\n]*)(?:\n|$)/;

/** Splits a file into its first heading and the rest; without a heading, `title` is kept. */
export function splitPage(source: string, title: string): PageText {
  const text = source.replace(/\r\n?/g, '\n');
  const found = HEADING.exec(text);
  const heading = trimEndOf(found?.groups?.line?.trim() ?? '', /#/).trim();
  if (!found || heading === '') return { title, body: text.trim() };
  return { title: heading, body: text.slice(found[0].length).trim() };
}
