/** How far something is; without `percent` no one knows. */
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
