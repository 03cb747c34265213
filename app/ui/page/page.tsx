import type { ReactNode } from 'react';

/** A signed-in page of ordinary length: one heading, then its content in a readable column. */
export function Page({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8 sm:py-12">
      <h1 className="font-display text-3xl font-semibold tracking-tight text-balance">{title}</h1>
      {intro !== undefined && (
        <p className="mt-3 max-w-xl text-lg text-muted text-pretty">{intro}</p>
      )}
      {children !== undefined && <div className="mt-8">{children}</div>}
    </div>
  );
}

/** The first stop of the Tab key: skips to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2.5 text-sm font-medium text-on-accent focus:translate-y-0 focus:shadow-overlay touch:py-3"
    >
      Skip to content
    </a>
  );
}

/** The document's title, with the page first, because tabs and screen readers show the beginning. */
export function pageTitle(page: string): string {
  return `${page} · Brandwright`;
}
