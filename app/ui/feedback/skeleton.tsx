/** Moves across a place that something is loaded or created for. */
export function Shimmer() {
  return (
    <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-hover to-transparent" />
  );
}

/** Stands where something is loaded, in its shape. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`relative block overflow-hidden rounded-md bg-sunken ${className}`}
    >
      <Shimmer />
    </span>
  );
}

interface SkeletonListProps {
  /** Read to people who don't see it. */
  label: string;
  count: number;
  /** Of each place. */
  shape: string;
  /** How the places are arranged. */
  className?: string;
}

/** Several places of the same shape, announced as one wait. */
export function SkeletonList({ label, count, shape, className = 'space-y-2' }: SkeletonListProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className={className}>
        {Array.from({ length: count }, (_, place) => (
          <Skeleton key={place} className={shape} />
        ))}
      </div>
    </div>
  );
}
