import type { CSSProperties, ReactNode } from 'react';

import { type BrandLook, themeOf, themeTokens } from '~/features/brand';

/** Gives everything in it the brand's colors and fonts, if it has any. */
export function Branded({ look, children }: { look: BrandLook | null; children: ReactNode }) {
  const theme = look && themeOf(look);
  if (!theme) return children;
  return (
    <div style={themeTokens(theme) as CSSProperties} className="bg-surface font-sans text-text">
      {children}
    </div>
  );
}
