import 'katex/dist/katex.min.css';

import { formulaOf } from '~/lib/markdown/math';
import { sanitizeFormula } from '~/lib/markdown/sanitize-formula';
import { Slices } from '~/lib/markdown/slices';

import { typeset } from './workshop';

/** How many characters of TeX fit on a phone's screen. */
const SHORT = 25;

/** Typesets formulas in place, one after the other. Invalid ones stay as they were written. */
export async function typesetAll(elements: HTMLElement[], signal: AbortSignal): Promise<void> {
  const slices = new Slices();
  for (const element of elements) {
    if (signal.aborted) return;
    const written = element.textContent ?? '';
    const formula = formulaOf(written);
    if (!formula || element.dataset.formula) continue;
    const html = await typeset(formula, signal);
    await slices.breathe();
    if (signal.aborted) return;
    if (element.textContent !== written) continue;
    if (html === null) {
      element.dataset.formula = 'unreadable';
      continue;
    }
    element.innerHTML = sanitizeFormula(html);
    element.dataset.formula = 'typeset';
    // Every long formula is made focusable, since it may scroll: measuring each would force a layout per formula.
    if (formula.display && formula.tex.length > SHORT) element.tabIndex = 0;
  }
}
