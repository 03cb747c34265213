import { Info } from 'lucide-react';

/** Plainly, wherever images are made without a provider. */
export function DemoNote() {
  return (
    <p className="flex gap-2.5 rounded-lg border border-accent/40 bg-accent-soft px-3 py-2.5 text-sm text-pretty">
      <Info className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
      <span>
        Demo mode: no image provider is connected, so the app draws examples. Set{' '}
        <code className="font-mono text-[0.9em] wrap-anywhere">IMAGE_API_KEY</code> for real ones.
      </span>
    </p>
  );
}
