import { useState } from 'react';

import { readableOn, WHITE } from '../color';
import { initialsOf } from '../initials';
import type { BrandLook } from '../look';

interface BrandAvatarProps {
  name: string;
  look: BrandLook | null;
  /** Gives the shape and the size. */
  className?: string;
}

/**
 * The brand's logo, or its initials in its color. Hidden from screen readers, because the name is always beside it.
 */
export function BrandAvatar({ name, look, className = '' }: BrandAvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const logoUrl = look?.logoUrl ?? null;
  if (logoUrl !== null && logoUrl !== broken) {
    return (
      <span
        aria-hidden="true"
        style={{ background: look?.backgroundColor || WHITE }}
        className={`relative block shrink-0 overflow-hidden select-none ${className}`}
      >
        <img
          // It may have failed before hydration.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0) setBroken(logoUrl);
          }}
          src={logoUrl}
          alt=""
          loading="lazy"
          onError={() => setBroken(logoUrl)}
          className="absolute inset-0 size-full object-contain p-[12%]"
        />
      </span>
    );
  }
  const color = look?.primaryColor || look?.accentColor;
  return (
    <span
      aria-hidden="true"
      style={color ? { background: color, color: readableOn(color) } : undefined}
      className={`grid shrink-0 place-items-center bg-accent text-sm font-semibold text-on-accent select-none ${className}`}
    >
      {initialsOf(name)}
    </span>
  );
}
