import type { CSSProperties } from 'react';

import type { BrandLook } from '../look';
import { PLAIN_THEME, themeOf, themeTokens } from '../theme';
import { BrandAvatar } from './brand-avatar';

/** A page in small that shows what the colors and fonts do. Hidden from screen readers: its words say nothing. */
export function LookSample({ name, look }: { name: string; look: BrandLook }) {
  const theme = themeOf(look) ?? PLAIN_THEME;
  return (
    <div className="min-w-0 sm:sticky sm:top-32 sm:self-start">
      <p className="mb-2 text-sm font-medium text-muted">How it looks</p>
      <div
        aria-hidden="true"
        style={themeTokens(theme) as CSSProperties}
        className="overflow-hidden rounded-xl border bg-surface font-sans text-text shadow-raised select-none"
      >
        <div className="flex items-center gap-2.5 border-b px-4 py-3">
          {look.logoUrl === null ? (
            <BrandAvatar name={name} look={look} className="size-8 rounded-md text-xs" />
          ) : (
            <img src={look.logoUrl} alt="" className="h-8 max-w-24 object-contain" />
          )}
          <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        </div>
        <div className="space-y-3 px-4 py-5">
          <p
            className="font-display text-2xl font-semibold tracking-tight text-balance"
            style={{ color: theme.heading }}
          >
            A headline in your voice
          </p>
          <p className="text-sm leading-relaxed">
            This is how your text reads, with a{' '}
            <span className="underline underline-offset-2" style={{ color: theme.actionInk }}>
              link
            </span>{' '}
            in it.
          </p>
          <span
            className="inline-block rounded-md px-4 py-2 text-sm font-semibold"
            style={{ background: theme.action, color: theme.onAction }}
          >
            What they do next
          </span>
        </div>
        <div className="bg-sunken px-4 py-3 text-sm text-muted">A quieter note</div>
        <div
          className="px-4 py-3 font-display text-lg font-semibold"
          style={{ background: theme.brand, color: theme.onBrand }}
        >
          On your main color
        </div>
      </div>
    </div>
  );
}
