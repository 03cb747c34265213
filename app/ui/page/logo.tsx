/** The mark: a letter B cut by two strokes of a chisel. */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M9.5 6.5h7.25a4.75 4.75 0 0 1 3.3 8.17A5.4 5.4 0 0 1 17.6 25.5H9.5z"
        className="fill-on-accent"
      />
      <path d="M6 18.9 26.5 12.4" className="stroke-accent" strokeWidth="2.5" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 ${className}`}>
      <LogoMark />
      <span role="img" aria-label="Brandwright" className="wordmark mt-0.5 h-5" />
    </span>
  );
}
