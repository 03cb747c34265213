import { Button } from '~/ui/button';

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

/** Instead of an image that the browser couldn't load. */
export function ImageLoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed text="This image couldn’t be loaded. It may have been deleted." onRetry={onRetry} />
  );
}
