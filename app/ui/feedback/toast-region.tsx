import { Link } from '@remix-run/react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';

import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast';

const VISIBLE_MS = { success: 5_000, error: 10_000 };
const WITH_ACTION_MS = 10_000;
const NONE: readonly Toast[] = [];
const TOOL =
  'inline-flex h-8 shrink-0 items-center rounded-md px-2 font-medium text-accent hover:bg-hover touch:h-11';

/**
 * Where toasts appear: below the header and a page's own bar, because at the bottom they would cover what is being
 * written. Once per document. Part of the first load, because a toast often says that the network is gone, when nothing
 * more can be loaded.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE);
  const [held, setHeld] = useState(false);
  /** What had the focus before a toast got it. */
  const origin = useRef<HTMLElement | null>(null);
  const section = useRef<HTMLElement>(null);
  /** Before a toast goes that has the focus. */
  const returnFocus = () => {
    if (!section.current?.contains(document.activeElement)) return;
    const target = origin.current?.isConnected ? origin.current : document.getElementById('main');
    target?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={section}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          origin.current = relatedTarget;
        }
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed inset-x-0 top-25 z-50 flex flex-col items-center gap-2 p-4 sm:items-end"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onLeave={returnFocus} />
      ))}
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  /** It stays, because the pointer or the focus is on it. */
  held: boolean;
  /** Called before one of its controls removes it. */
  onLeave?: () => void;
}

export function ToastCard({ toast, held, onLeave }: ToastCardProps) {
  const { id, kind, text, action, link } = toast;
  const visibleMs = action ? WITH_ACTION_MS : VISIBLE_MS[kind];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), visibleMs);
    return () => clearTimeout(timer);
  }, [id, visibleMs, held]);

  const leave = () => {
    onLeave?.();
    dismissToast(id);
  };

  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      data-toast=""
      className="pointer-events-auto flex w-full max-w-sm animate-rise-in items-start gap-3 rounded-lg border bg-raised py-2 pr-2 pl-4 text-sm shadow-overlay"
    >
      {kind === 'error' ? (
        <ErrorIcon className="mt-2 size-4 touch:mt-3.5 shrink-0 text-danger" />
      ) : (
        <SuccessIcon className="mt-2 size-4 touch:mt-3.5 shrink-0 text-success" />
      )}
      <p className="min-w-0 flex-1 py-1.5 touch:py-3">{text}</p>
      {link && (
        <Link to={link.to} onClick={leave} className={TOOL}>
          {link.label}
        </Link>
      )}
      {action && (
        <button
          type="button"
          onClick={() => {
            leave();
            action.run();
          }}
          className={TOOL}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        onClick={leave}
        aria-label="Dismiss notification"
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
      >
        <CloseIcon className="size-4" />
      </button>
    </div>
  );
}

// Drawn here, not imported from lucide: toasts are in every page's first load, and three icons would bring its
// machinery.

interface IconProps {
  className: string;
}

function Icon({ className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  );
}

function SuccessIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M20 6 9 17l-5-5" />
    </Icon>
  );
}

function ErrorIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </Icon>
  );
}

function CloseIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M18 6 6 18M6 6l12 12" />
    </Icon>
  );
}
