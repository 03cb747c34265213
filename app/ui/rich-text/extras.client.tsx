import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

import { Slices } from '~/lib/markdown/slices';

import { CopyButton } from '../display/copy-button';
import { COPY_TEXTS } from '../texts';

import { Diagram } from './diagram';

import { colorsOf } from './workshop';
import { languageNamed } from './language-names';

/** How far outside the visible area content is prepared, in px. */
const AHEAD = '600px';

/** What a browser adds to the text in `root`. Loaded when first needed. */
export function RichTextExtras({ root }: { root: HTMLElement }) {
  const near = useBlocksNear(root);
  useEffect(() => {
    const elements = [...root.querySelectorAll<HTMLElement>('.math-inline, .math-block')];
    if (elements.length === 0) return;
    const leaving = new AbortController();
    import('./formulas').then(
      ({ typesetAll }) => typesetAll(elements, leaving.signal),
      () => {
        // Possibly offline: the formulas stay as they were written.
      },
    );
    return () => leaving.abort();
  }, [root]);
  return near.map(({ block, key }) => <CodeExtras key={key} block={block} />);
}

interface NearBlock {
  block: HTMLElement;
  key: number;
}

/** Highlights code blocks when they come near the visible area, so that a long page isn't processed all at once. */
function useBlocksNear(root: HTMLElement): NearBlock[] {
  const [near, setNear] = useState<NearBlock[]>([]);
  useEffect(() => {
    const blocks = [...root.querySelectorAll<HTMLElement>('.code-block')];
    const options = { rootMargin: `${AHEAD} 0px`, scrollMargin: `${AHEAD} 0px` };
    const observer = new IntersectionObserver((entries) => {
      const come = entries.filter(({ isIntersecting }) => isIntersecting);
      for (const { target } of come) observer.unobserve(target);
      if (come.length === 0) return;
      setNear((others) => [
        ...others,
        ...come.map(({ target }) => ({
          block: target as HTMLElement,
          key: blocks.indexOf(target as HTMLElement),
        })),
      ]);
    }, options);
    for (const block of blocks) observer.observe(block);
    return () => {
      observer.disconnect();
      setNear([]);
    };
  }, [root]);
  return near;
}

function CodeExtras({ block }: { block: HTMLElement }) {
  const code = block.querySelector('code');
  const head = block.querySelector('.code-head');
  const language = /^language-(.+)$/.exec(code?.className ?? '')?.[1];
  const isDiagram = language === 'mermaid';

  useEffect(() => {
    if (!code || language === undefined || isDiagram) return;
    const leaving = new AbortController();
    void colorCode(code, language, leaving.signal);
    return () => leaving.abort();
  }, [code, language, isDiagram]);

  if (!code || !head) return null;
  const text = (code.textContent ?? '').replace(/\n$/, '');
  return (
    <>
      {isDiagram && <Diagram block={block} head={head} source={text} />}
      {createPortal(
        <CopyButton
          label="Copy code"
          text={() => text}
          copied={COPY_TEXTS.copied}
          failed={COPY_TEXTS.copyFailed}
          className="code-tool"
        />,
        head,
      )}
    </>
  );
}

/** Longer code stays plain: no one reads it here, and each highlighted run is an element. */
const MAX_LENGTH = 40_000;

/** Highlights code. The text and the element stay the same. */
async function colorCode(code: HTMLElement, language: string, signal: AbortSignal): Promise<void> {
  const text = code.textContent ?? '';
  if (text.length > MAX_LENGTH || languageNamed(language) === null) return;
  const runs = await colorsOf(language, text, signal);
  if (!runs || signal.aborted) return;
  const slices = new Slices();
  const fragment = document.createDocumentFragment();
  for (const [part, kind] of runs) {
    if (kind === null) fragment.append(part);
    else {
      const span = document.createElement('span');
      span.className = `code-${kind}`;
      span.textContent = part;
      fragment.append(span);
    }
    await slices.breathe();
  }
  // The text changed in the meantime, so these colors don't fit it.
  if (!signal.aborted && code.textContent === text) code.replaceChildren(fragment);
}
