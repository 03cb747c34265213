/** Wherever something can be bought while payments are in test mode. */
export function TestNotice() {
  return (
    <p className="rounded-md border bg-accent-soft px-3.5 py-2.5 text-sm text-pretty">
      Payments are in test mode: only test cards work, and no money moves.
    </p>
  );
}
