import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { Logo } from '~/ui/page/logo';

export interface AuthCardProps {
  title: string;
  children: ReactNode;
  /** Below the card, such as a link from sign-in to sign-up. */
  footer?: ReactNode;
  /**
   * HTML for strangers: what the product promises, before the card, and an example of it, after it. Wide screens have
   * both beside the card.
   */
  pitch?: { promise: string; example: string };
  /** Below the promise. */
  join?: ReactNode;
}

/** A page of the sign-in family: one centered card with the page's only heading. */
export function AuthCard({ title, children, footer, pitch, join }: AuthCardProps) {
  const logo = (
    <Link to="/" className="flex w-fit rounded-md p-2" aria-label="Brandwright, home">
      <Logo />
    </Link>
  );
  const card = (
    <>
      <main className="w-full max-w-md">
        <div className="rounded-xl border bg-raised p-6 shadow-overlay sm:p-9">
          <h1 className="font-display text-2xl font-semibold tracking-tight text-balance">
            {title}
          </h1>
          <div className="mt-6">{children}</div>
        </div>
        {footer && (
          <div className="mt-6 text-center text-sm text-muted touch:mt-3 touch:[&_a]:inline-block touch:[&_a]:py-3">
            {footer}
          </div>
        )}
      </main>
      <AboutLinks />
    </>
  );
  if (pitch === undefined) {
    return (
      <div className="flex min-h-dvh flex-col items-center justify-center px-4 py-8">
        <header className="mb-6">{logo}</header>
        {card}
      </div>
    );
  }
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <header className="px-4 pt-6 lg:border-r lg:bg-sunken lg:px-12 lg:pt-10">
        <div className="mx-auto max-w-md lg:max-w-xl">
          <div className="mb-5 -ml-2 lg:mb-[min(3rem,5vh)]">{logo}</div>
          <div dangerouslySetInnerHTML={{ __html: pitch.promise }} />
          {join}
        </div>
      </header>
      <div className="flex flex-col items-center justify-center px-4 py-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {card}
      </div>
      <aside
        aria-label="Example"
        className="border-t bg-sunken px-4 py-10 lg:border-t-0 lg:border-r lg:px-12 lg:pt-[min(2rem,3vh)]"
        dangerouslySetInnerHTML={{ __html: pitch.example }}
      />
    </div>
  );
}

const ABOUT = [
  ['/pricing', 'Pricing'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/contact', 'Contact'],
] as const;

function AboutLinks() {
  return (
    <nav aria-label="About" className="mt-8 flex gap-6 text-sm text-muted">
      {ABOUT.map(([to, label]) => (
        <Link
          key={to}
          to={to}
          className="rounded-sm hover:text-text hover:underline touch:min-w-11 touch:py-3 touch:text-center"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
