import katex from 'katex';

/** HTML for a formula, to be sanitized before it's put into a page. Throws for invalid TeX. */
export function typesetFormula(tex: string, display: boolean): string {
  return katex.renderToString(tex, {
    displayMode: display,
    output: 'htmlAndMathml',
    throwOnError: true,
    strict: 'ignore',
    // No links, images, or attributes: nothing that reaches outside the formula.
    trust: false,
    maxExpand: 500,
    maxSize: 30,
  });
}
