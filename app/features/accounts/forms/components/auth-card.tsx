import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { Logo } from '~/ui/page/logo';

export interface AuthCardProps {
  title: string;
  children: ReactNode;
  /** Below the card, such as a link from sign-in to sign-up. */
  footer?: ReactNode;
  /** Text beside the card, or below it on narrow screens. */
  aside?: ReactNode;
}

/** A page of the sign-in family: one centered card with the page's only heading. */
export function AuthCard({ title, children, footer, aside }: AuthCardProps) {
  const card = (
    <div className="flex min-h-dvh flex-col items-center justify-center px-4 py-8">
      <header>
        <Link to="/" className="flex rounded-md p-2" aria-label="Brandwright, home">
          <Logo />
        </Link>
      </header>
      <main className="mt-6 w-full max-w-md">
        <div className="rounded-xl border bg-raised p-6 shadow-overlay sm:p-9">
          <h1 className="font-display text-[1.75rem] leading-tight font-semibold tracking-tight text-balance">
            {title}
          </h1>
          <div className="mt-6">{children}</div>
        </div>
        {footer !== undefined && (
          <div className="mt-6 text-center text-sm text-muted touch:mt-3 touch:[&_a]:inline-block touch:[&_a]:py-3">
            {footer}
          </div>
        )}
      </main>
      <nav aria-label="About" className="mt-10 flex gap-6 text-sm text-muted">
        <Link
          to="/privacy"
          className="rounded-sm hover:text-text hover:underline touch:min-w-11 touch:py-3 touch:text-center"
        >
          Privacy
        </Link>
        <Link
          to="/terms"
          className="rounded-sm hover:text-text hover:underline touch:min-w-11 touch:py-3 touch:text-center"
        >
          Terms
        </Link>
        <Link
          to="/contact"
          className="rounded-sm hover:text-text hover:underline touch:min-w-11 touch:py-3 touch:text-center"
        >
          Contact
        </Link>
      </nav>
    </div>
  );
  if (aside === undefined) return card;
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="lg:col-start-2 lg:row-start-1">{card}</div>
      <aside className="border-t bg-sunken px-5 py-12 lg:sticky lg:top-0 lg:col-start-1 lg:row-start-1 lg:h-dvh lg:overflow-hidden lg:border-t-0 lg:border-r lg:px-12 lg:pt-[min(6rem,8vh)] lg:pb-0">
        {aside}
      </aside>
    </div>
  );
}
