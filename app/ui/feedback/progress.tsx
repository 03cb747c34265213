/** The spinner alone, for places that already say in words what is happening. */
export function SpinnerIcon({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`animate-spin ${className}`}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** A wait that is announced to assistive technology. `label` is shown beside the spinner unless `quiet`. */
export function Spinner({
  label = 'Loading…',
  quiet = false,
}: {
  label?: string;
  quiet?: boolean;
}) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-muted">
      <SpinnerIcon className="size-5" />
      <span className={quiet ? 'sr-only' : undefined}>{label}</span>
    </span>
  );
}

/** A progress bar; indeterminate without `percent`. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.floor(percent)}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full origin-left rounded-full bg-accent transition-transform duration-500 ${percent === null ? 'w-1/3 animate-shimmer' : ''}`}
        style={
          percent === null
            ? undefined
            : { transform: `scaleX(${Math.min(Math.max(percent, 2), 100) / 100})` }
        }
      />
    </div>
  );
}
