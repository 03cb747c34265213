import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** The window of a browser, drawn around a page. */
export function BrowserFrame({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-xl border border-border-strong/60 bg-raised shadow-raised">
      <div
        aria-hidden="true"
        className="flex items-center gap-4 border-b bg-sunken px-4 py-2.5 select-none"
      >
        <span className="flex gap-1.5">
          <span className="size-2.5 rounded-full bg-border-strong/50" />
          <span className="size-2.5 rounded-full bg-border-strong/50" />
          <span className="size-2.5 rounded-full bg-border-strong/50" />
        </span>
        <span className="flex min-w-0 flex-1 items-center justify-center gap-1.5 rounded-md bg-raised px-3 py-1 text-xs text-muted">
          <Lock className="size-3 shrink-0" />
          Your website
        </span>
        <span className="w-9 max-sm:hidden" />
      </div>
      {children}
    </div>
  );
}

/** A phone, drawn around a page. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[410px] overflow-hidden rounded-[2.25rem] border-[10px] border-[light-dark(oklch(0.25_0.01_232),oklch(0.34_0.016_232))] shadow-raised">
      {children}
    </div>
  );
}
