import { Spinner } from '~/ui/spinner';

/** Covers the page, but not the toasts, while it is open whether it may be seen. */
export function SessionWait({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-surface">
      <Spinner label={label} />
    </div>
  );
}
