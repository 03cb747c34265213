import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../button';
import { X } from './shared-icons';

export interface BannerProps {
  /** The region's accessible name. */
  label: string;
  icon: LucideIcon;
  children: ReactNode;
  /** What to do about it; beside the text, or below it on narrow screens. */
  action?: ReactNode;
  /** If set, a button dismisses the banner. */
  onDismiss?: () => void;
  className?: string;
}

/** A notice across the page, below the header. Several of them stack. */
export function Banner({
  label,
  icon: Icon,
  children,
  action,
  onDismiss,
  className = '',
}: BannerProps) {
  return (
    <section
      aria-label={label}
      className={`flex shrink-0 items-start gap-3 border-b bg-accent-soft py-1 pl-4 text-sm sm:pl-6 ${onDismiss ? 'pr-2' : 'pr-4 sm:pr-6'} ${className}`}
    >
      <Icon className="mt-2.5 size-4 shrink-0 text-accent touch:mt-3.5" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <p className="min-w-48 flex-1 py-2 touch:py-3">{children}</p>
        {action}
      </div>
      {onDismiss && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Dismiss: ${label}`}
          onClick={onDismiss}
          className="shrink-0"
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      )}
    </section>
  );
}
