import type { ReactNode } from 'react';

import { type Style, STYLES } from '../../media';

export const STYLE_LABELS: Record<Style, string> = {
  none: 'No style',
  photo: 'Photo',
  illustration: 'Illustration',
  watercolour: 'Watercolor',
  '3d': '3D',
  'line-art': 'Line art',
  product: 'Product',
  flat: 'Flat',
};

interface StylePickerProps {
  style: Style;
  onChange: (style: Style) => void;
}

/** The styles, each with a small drawing in it. */
export function StylePicker({ style, onChange }: StylePickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Style</legend>
      <div className="grid grid-cols-4 gap-2">
        {STYLES.map((value) => (
          <label
            key={value}
            className="group relative block rounded-lg text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="style"
              value={value}
              checked={style === value}
              onChange={() => onChange(value)}
              className="peer absolute inset-0 size-full appearance-none opacity-0"
            />
            <span className="block aspect-8/5 overflow-hidden rounded-md border ring-accent transition-[box-shadow,filter] group-hover:border-border-strong peer-checked:border-accent peer-checked:ring-2">
              <StyleDrawing style={value} />
            </span>
            <span className="mt-1 block truncate text-xs text-muted peer-checked:font-medium peer-checked:text-text">
              {STYLE_LABELS[value]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The same hills under the same sun, in each style, with the same colors in every theme. */
export function StyleDrawing({ style }: { style: Style }) {
  return (
    <svg
      viewBox="0 0 64 40"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
    >
      {DRAWINGS[style]}
    </svg>
  );
}

const FAR = 'M0 28 14 17l9 7 13-14 14 13 14-8v25H0Z';
const NEAR = 'M0 33c12-7 22-7 33-2s21 3 31-2v11H0Z';

const DRAWINGS: Record<Style, ReactNode> = {
  none: (
    <>
      <rect width="64" height="40" fill="var(--sunken)" />
      <g fill="none" stroke="var(--border-strong)" strokeWidth="1.5">
        <rect x="12" y="7" width="40" height="26" rx="4" strokeDasharray="3 3" />
      </g>
      <path
        d="M32 11c.9 5.3 2.700 7.100 8 8-5.300.9-7.100 2.700-8 8-.9-5.300-2.700-7.100-8-8 5.300-.9 7.100-2.700 8-8Z"
        fill="var(--accent)"
      />
    </>
  ),
  photo: (
    <>
      <defs>
        <linearGradient id="style-sky" x2="0" y2="1">
          <stop stopColor="#4d6f92" />
          <stop offset=".55" stopColor="#d8a98a" />
          <stop offset="1" stopColor="#f3d4a4" />
        </linearGradient>
        <radialGradient id="style-glow">
          <stop stopColor="#fff6dc" />
          <stop offset=".3" stopColor="#ffe3a8" stopOpacity=".9" />
          <stop offset="1" stopColor="#ffd28a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="style-ridge" x2="0" y2="1">
          <stop stopColor="#6d6a7c" />
          <stop offset="1" stopColor="#a58a86" />
        </linearGradient>
        <linearGradient id="style-meadow" x2="0" y2="1">
          <stop stopColor="#3d4a3d" />
          <stop offset="1" stopColor="#1d2622" />
        </linearGradient>
      </defs>
      <rect width="64" height="40" fill="url(#style-sky)" />
      <circle cx="47" cy="15" r="15" fill="url(#style-glow)" />
      <path d={FAR} fill="url(#style-ridge)" />
      <path d="M0 31 10 25l12 5 14-8 12 7 16-6v16H0Z" fill="#4d4f55" opacity=".75" />
      <path d={NEAR} fill="url(#style-meadow)" />
    </>
  ),
  illustration: (
    <>
      <rect width="64" height="40" fill="#f7d9a8" />
      <g stroke="#2b2a3a" strokeWidth="1.4" strokeLinejoin="round">
        <circle cx="47" cy="11" r="6" fill="#f26b4e" />
        <path d={FAR} fill="#5b8fa8" />
        <path d="m36 10-5 5.500 4 1 2 3 3-4 3.500 1Z" fill="#fdf3df" />
        <path d={NEAR} fill="#6aa36f" />
        <path d="M13 33v-5m0 0c-3-1-3-6 0-8 3 2 3 7 0 8Z" fill="#2f6d55" />
        <path
          d="M20 35v-4m0 0c-2.500-1-2.500-5 0-6.500 2.500 1.500 2.500 5.500 0 6.500Z"
          fill="#2f6d55"
        />
      </g>
    </>
  ),
  watercolour: (
    <>
      <defs>
        <filter id="style-wet" x="-10%" y="-10%" width="120%" height="120%">
          <feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="3" seed="4" />
          <feDisplacementMap in="SourceGraphic" scale="5" />
          <feGaussianBlur stdDeviation=".35" />
        </filter>
      </defs>
      <rect width="64" height="40" fill="#fbf8f1" />
      <g filter="url(#style-wet)">
        <path d="M-4-4h72v22C52 12 40 22 26 15S4 20-4 17Z" fill="#8fbfd6" opacity=".5" />
        <circle cx="47" cy="12" r="6.500" fill="#f3a94e" opacity=".75" />
        <path d={FAR} fill="#7d86b8" opacity=".5" />
        <path d="M20 40 36 12l16 28Z" fill="#6470a8" opacity=".35" />
        <path d={NEAR} fill="#7fae6c" opacity=".7" />
        <path d="M-2 38c14-5 40-4 68-2v8H-2Z" fill="#4f8a5c" opacity=".5" />
      </g>
    </>
  ),
  '3d': (
    <>
      <defs>
        <radialGradient id="style-ball" cx=".35" cy=".3" r=".75">
          <stop stopColor="#fff0c2" />
          <stop offset=".5" stopColor="#f5b544" />
          <stop offset="1" stopColor="#b4661b" />
        </radialGradient>
        <radialGradient id="style-hill" cx=".35" cy=".15" r=".9">
          <stop stopColor="#c9b6ff" />
          <stop offset=".55" stopColor="#8465e6" />
          <stop offset="1" stopColor="#4a2fa3" />
        </radialGradient>
        <radialGradient id="style-mound" cx=".35" cy=".1" r=".9">
          <stop stopColor="#b8f0d8" />
          <stop offset=".55" stopColor="#3fb58b" />
          <stop offset="1" stopColor="#1a6d57" />
        </radialGradient>
      </defs>
      <rect width="64" height="40" fill="#dfe4f5" />
      <ellipse cx="33" cy="36" rx="29" ry="4" fill="#8b93b8" opacity=".5" />
      <path d="M13 36a17 17 0 0 1 34 0c0 1.500-34 1.500-34 0Z" fill="url(#style-hill)" />
      <path d="M36 36.500a11 11 0 0 1 22 0c0 1.500-22 1.500-22 0Z" fill="url(#style-mound)" />
      <path d="M5 36.500a8 8 0 0 1 16 0c0 1.200-16 1.200-16 0Z" fill="url(#style-mound)" />
      <circle cx="48" cy="11" r="6.500" fill="url(#style-ball)" />
    </>
  ),
  'line-art': (
    <>
      <rect width="64" height="40" fill="#fdfcf8" />
      <g
        fill="none"
        stroke="#23262b"
        strokeWidth="1.100"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="47" cy="11" r="5.500" />
        <path d="M47 2.500v-1M47 20.500v-1M38.500 11h-1M56.500 11h-1M41 5l-.7-.7M53.700 17.700 53 17M41 17l-.7.7M53.700 4.300 53 5" />
        <path d="m0 28 14-11 9 7 13-14 14 13 14-8" />
        <path d="m33 13 3 4 2-2 3 2M12 19l3 3 2-1" />
        <path d="M0 33c12-7 22-7 33-2s21 3 31-2M0 38c12-4 26-4 36-2" />
      </g>
    </>
  ),
  product: (
    <>
      <defs>
        <radialGradient id="style-spot" cx=".5" cy=".45" r=".65">
          <stop stopColor="#fbf3e6" />
          <stop offset="1" stopColor="#cdb79a" />
        </radialGradient>
        <linearGradient id="style-glass">
          <stop stopColor="#1f4d47" />
          <stop offset=".3" stopColor="#6fb0a4" />
          <stop offset=".45" stopColor="#2c6a61" />
          <stop offset="1" stopColor="#12322e" />
        </linearGradient>
      </defs>
      <rect width="64" height="40" fill="url(#style-spot)" />
      <ellipse cx="32" cy="35" rx="19" ry="4.500" fill="#a98f70" />
      <ellipse cx="32" cy="33.300" rx="19" ry="4.500" fill="#efe2cf" />
      <ellipse cx="37" cy="33.500" rx="10" ry="2" fill="#9d8465" opacity=".45" />
      <rect x="29.500" y="6" width="5" height="5" rx="1" fill="#2b2320" />
      <path
        d="M30 10.500h4v2.500c0 1.500 4 2 4 5v13c0 1.500-1 2.500-2.500 2.500h-7c-1.500 0-2.500-1-2.500-2.500V18c0-3 4-3.500 4-5Z"
        fill="url(#style-glass)"
      />
      <rect x="26" y="20.500" width="12" height="8" fill="#f7efe0" />
      <path d="M28.500 23.500h7M30 25.800h4" stroke="#2c6a61" strokeWidth=".9" />
    </>
  ),
  flat: (
    <>
      <rect width="64" height="40" fill="#2f4b7c" />
      <circle cx="47" cy="12" r="7" fill="#ffa600" />
      <path d="M-2 40 18 14l20 26Z" fill="#665191" />
      <path d="m20 40 17-24 18 24Z" fill="#a05195" />
      <path d="M0 40c10-12 24-10 34-4s20 2 30-3v7Z" fill="#f95d6a" />
    </>
  ),
};
