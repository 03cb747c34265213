// Runs in a worker: some texts keep a grammar or TeX busy for long, and anyone can send one.
import { runsOf } from './code-runs';
import { languageNamed, type LanguageName } from './language-names';
import type { Reply, Task } from './workshop';

import type { LanguageFn } from 'highlight.js';

function reply(message: Reply): void {
  postMessage(message);
}

async function color(id: number, written: string, text: string): Promise<void> {
  const name = languageNamed(written);
  if (name === null) return reply({ id, state: 'failed' });
  const [{ default: highlighter }, languages] = await Promise.all([
    import('highlight.js/lib/core'),
    loadLanguage(name),
  ]);
  for (const [each, language] of languages) {
    if (!highlighter.getLanguage(each)) highlighter.registerLanguage(each, language);
  }
  reply({ id, state: 'started' });
  const { value } = highlighter.highlight(text, { language: name, ignoreIllegals: true });
  reply({ id, state: 'done', runs: runsOf(value) });
}

async function typeset(id: number, tex: string, display: boolean): Promise<void> {
  const { typesetFormula } = await import('./typeset-formula');
  reply({ id, state: 'started' });
  const html = typesetFormula(tex, display);
  reply({ id, state: 'done', html });
}

addEventListener('message', ({ data }: MessageEvent<Task & { id: number }>) => {
  const { id } = data;
  const work =
    data.kind === 'code'
      ? color(id, data.language, data.text)
      : typeset(id, data.tex, data.display);
  // Invalid TeX, or a file that didn't load: the formula is shown as it was written.
  work.catch(() => reply({ id, state: 'failed' }));
});

type Load = () => Promise<{ default: LanguageFn }>;

// Each in its own file.
const LANGUAGES: Record<LanguageName, Load> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  http: () => import('highlight.js/lib/languages/http'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scss: () => import('highlight.js/lib/languages/scss'),
  shell: () => import('highlight.js/lib/languages/shell'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Languages that other languages embed or extend. */
const WITHIN: Partial<Record<LanguageName, LanguageName[]>> = {
  xml: ['javascript', 'css'],
  markdown: ['xml'],
  php: ['xml'],
  shell: ['bash'],
};

/** A language and those that it may contain, the latter first. */
export async function loadLanguage(name: LanguageName): Promise<[LanguageName, LanguageFn][]> {
  const names = [...(WITHIN[name] ?? []), name];
  return Promise.all(
    names.map(async (each): Promise<[LanguageName, LanguageFn]> => {
      return [each, (await LANGUAGES[each]()).default];
    }),
  );
}
