import { createContext, useContext, type ReactNode } from 'react';

import type { Theme } from '~/ui/theme';

const THEMES: [theme: Theme, className: string][] = [
  ['dark', '[color-scheme:dark]'],
  ['light', '[color-scheme:light]'],
];

const ThemeContext = createContext<Theme>('dark');

/** A sample's theme: names of regions have to differ between the two. */
export function useSampleTheme(): Theme {
  return useContext(ThemeContext);
}

/** One kind of component under its heading, in both themes side by side. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replace(/\W+/g, '-');
  return (
    <section aria-labelledby={id} className="mt-14 scroll-mt-6">
      <h2 id={id} className="font-display text-2xl font-semibold tracking-tight">
        {title}
      </h2>
      <div className="mt-4 grid gap-4 desktop:grid-cols-2">
        {THEMES.map(([theme, className]) => (
          <div
            key={theme}
            data-sample={theme}
            className={`${className} min-w-0 space-y-6 rounded-xl border bg-surface p-5 text-text`}
          >
            <ThemeContext.Provider value={theme}>{children}</ThemeContext.Provider>
          </div>
        ))}
      </div>
    </section>
  );
}

/** One state of a part, with its name. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-xs text-muted">{name}</p>
      {children}
    </div>
  );
}
