import type { Page } from 'playwright/test';

/** The passages that the page highlights under these names, in alphabetical order, except those that no style shows. */
export function highlighted(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (names) =>
      names
        .flatMap((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => ({ name, range })))
        .filter(({ name, range: { startContainer } }) => {
          const element =
            startContainer instanceof Element ? startContainer : startContainer.parentElement!;
          const style = getComputedStyle(element, `::highlight(${name})`);
          const isPlain = style.backgroundColor === 'rgba(0, 0, 0, 0)';
          return style.textDecorationLine === 'underline' || !isPlain;
        })
        .map(({ range }) => (range as Range).toString())
        .sort(),
    names,
  );
}
