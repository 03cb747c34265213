import { useState } from 'react';

export interface PortraitProps {
  /** Of a square image; null: there is none. */
  src: string | null;
  /** One or two letters that stand for an image that there is none of. */
  initials: string;
  className?: string;
}

/** A person's image, or their initials. It says nothing that does not stand beside it: screen readers leave it out. */
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
