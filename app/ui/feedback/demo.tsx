import { Link } from '@remix-run/react';
import { createContext, useContext, type ReactNode } from 'react';

interface DemoMode {
  /** No AI is connected: answers are samples. */
  answers: boolean;
  /** Where this person connects a provider; null for everyone but admins. */
  setup: string | null;
}

const DemoContext = createContext<DemoMode>({ answers: false, setup: null });

/** Tells the labels below whether there is a demo, and who can end it. */
export const DemoProvider = DemoContext.Provider;

/** Where this person connects a provider; null for everyone but admins. */
export function useProviderSetup(): string | null {
  return useContext(DemoContext).setup;
}

/** The label of a sample. */
export function DemoLabel() {
  return (
    <span
      title="A sample, because no AI is connected yet"
      className="inline-flex h-5 shrink-0 items-center rounded-full border border-accent/50 bg-accent-soft px-2 text-xs leading-none font-medium text-text"
    >
      Demo
    </span>
  );
}

/** The label beside an answer; nothing once an AI is connected. */
export function DemoChip() {
  return useContext(DemoContext).answers ? <DemoLabel /> : null;
}

/** The label in the header, which leads to an explanation. */
export function DemoLink({ to }: { to: string }) {
  if (!useContext(DemoContext).answers) return null;
  return (
    <Link
      to={to}
      aria-label="Demo mode: what is this?"
      className="inline-flex items-center rounded-full touch:min-h-11 touch:px-1"
    >
      <DemoLabel />
    </Link>
  );
}

interface DemoNoteProps {
  /** One line for everyone. */
  children: ReactNode;
  className?: string;
}

/** Says what the samples of a screen are, and to admins where they connect the real thing. */
export function DemoNote({ children, className = '' }: DemoNoteProps) {
  const setup = useProviderSetup();
  return (
    <span
      className={`flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-pretty text-muted ${className}`}
    >
      <DemoLabel />
      <span className="min-w-0">
        {children}
        {setup !== null && (
          <>
            {' '}
            <Link to={setup} className="text-text underline underline-offset-2">
              Connect a provider
            </Link>
          </>
        )}
      </span>
    </span>
  );
}
