import { useState } from 'react';

export interface PortraitProps {
  /** The URL of a square photo, or null if there is none. */
  src: string | null;
  /** One or two letters shown in place of a missing photo. */
  initials: string;
  className?: string;
}

/** A person's photo or initials. Hidden from screen readers, because their name is always beside it. */
export function Portrait({ src, initials, className = '' }: PortraitProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = `grid place-items-center overflow-hidden rounded-full ${className}`;
  if (src === null || src === broken) {
    return (
      <span aria-hidden="true" className={look}>
        {initials}
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={look}>
      <img
        src={src}
        alt=""
        width={256}
        height={256}
        onError={() => setBroken(src)}
        className="size-full object-cover"
      />
    </span>
  );
}
