import type { Page } from 'playwright/test';

/** Lists controls that are too small; like WCAG 2.5.8, it excludes links within text. */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44;
    const PRESSED =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=tab]';
    const inText = (element: Element) => {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
      const text = element.parentElement?.textContent?.trim() ?? '';
      return text.length > (element.textContent?.trim().length ?? 0);
    };
    return [...document.querySelectorAll(PRESSED)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('[inert]') && !inText(element))
      .map((element) => {
        // A checkbox's label can be pressed, too, and the whole row that a link's pseudo-element covers.
        const label = element instanceof HTMLInputElement ? element.closest('label') : null;
        const covers = getComputedStyle(element, '::after').position === 'absolute';
        const row = covers && element instanceof HTMLElement ? element.offsetParent : null;
        return { element, box: (label ?? row ?? element).getBoundingClientRect() };
      })
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < LEAST - 0.01)
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim();
        return `${element.tagName} "${name}" ${Math.round(box.width)}×${Math.round(box.height)}`;
      });
  });
}
