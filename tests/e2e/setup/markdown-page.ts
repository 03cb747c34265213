// Bundled for the page of markdown-corpus.spec.ts.
export * from '../../../app/lib/markdown/browser';
export { renderMarkdown } from '../../../app/lib/markdown/render';
export { removedBySanitizer } from '../../../app/lib/markdown/sanitize';
export { formulaOf } from '../../../app/lib/markdown/math';
export { removedFromFormula, sanitizeFormula } from '../../../app/lib/markdown/sanitize-formula';
export { typesetFormula } from '../../../app/ui/rich-text/typeset-formula';
