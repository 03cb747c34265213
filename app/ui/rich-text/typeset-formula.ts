import katex from 'katex';

/** HTML for a formula, to be cleaned before it comes into a page. Throws for what TeX would not take. */
export function typesetFormula(tex: string, display: boolean): string {
  return katex.renderToString(tex, {
    displayMode: display,
    output: 'htmlAndMathml',
    throwOnError: true,
    strict: 'ignore',
    // No links, no images, no attributes: nothing that leaves the formula.
    trust: false,
    maxExpand: 500,
    maxSize: 30,
  });
}
