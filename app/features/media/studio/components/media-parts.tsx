import { Button } from '~/ui/button';

/** Moves across a place that something is loaded or generated for. */
export function Shimmer() {
  return (
    <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-hover to-transparent" />
  );
}

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <p className="min-w-40 flex-1">{text}</p>
      <Button variant="secondary" size="sm" onClick={onRetry} className="text-text">
        Try again
      </Button>
    </div>
  );
}

/** What dropping the files would do that are held above the page. */
export function DropNote({ text }: { text: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-backdrop p-6"
    >
      <p className="rounded-xl border-2 border-dashed border-accent bg-raised px-8 py-6 text-lg font-medium shadow-overlay">
        {text}
      </p>
    </div>
  );
}
