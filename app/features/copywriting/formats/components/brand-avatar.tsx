import { initialsOf } from '../brand-name';

/** The brand's initials, where an account has its image. `className` gives the shape and the size. */
export function BrandAvatar({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center bg-accent text-sm font-semibold text-on-accent select-none ${className}`}
    >
      {initialsOf(name)}
    </span>
  );
}
