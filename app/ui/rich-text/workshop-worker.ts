// Runs beside the page: some texts take a grammar or TeX long, and anyone can send one.
import { runsOf } from './code-runs';
import { languageNamed } from './language-names';
import { loadLanguage } from './languages';
import type { Reply, Task } from './workshop';

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
  // A formula that TeX would not take, or a file that did not load: it is shown as it was written.
  work.catch(() => reply({ id, state: 'failed' }));
});
