import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { buttonClass } from '../button';
import { Logo } from './logo';
import { SkipLink } from './page';

const FOOTER_LINK =
  'rounded-sm hover:text-text hover:underline touch:min-w-11 touch:py-3 touch:text-center';

/** The frame of pages that anyone may read. Set `signIn={false}` if the reader is likely signed in. */
export function PublicPage({ signIn = true, children }: { signIn?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between px-5">
          <Link to="/" aria-label="Brandwright, home" className="flex rounded-md py-2">
            <Logo />
          </Link>
          {signIn && (
            <Link to="/auth/login" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              Sign in
            </Link>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <footer className="border-t">
        <nav
          aria-label="About"
          className="mx-auto flex max-w-5xl flex-wrap gap-x-6 gap-y-2 px-5 py-6 text-sm text-muted"
        >
          <Link to="/pricing" className={FOOTER_LINK}>
            Pricing
          </Link>
          <Link to="/privacy" className={FOOTER_LINK}>
            Privacy
          </Link>
          <Link to="/terms" className={FOOTER_LINK}>
            Terms
          </Link>
          <Link to="/contact" className={FOOTER_LINK}>
            Contact
          </Link>
        </nav>
      </footer>
    </div>
  );
}

/** A page of running text under one heading. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PublicPage>
      <article className="mx-auto w-full max-w-2xl px-5 py-12 sm:py-20">
        <h1 className="font-display text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <div className="prose-chat mt-8">{children}</div>
      </article>
    </PublicPage>
  );
}
