// Colors as people type and see them: `#rrggbb` is the only form that is stored.

export const BLACK = '#000000';
export const WHITE = '#ffffff';

/** WCAG 2.2 AA for text of any size. */
export const MIN_CONTRAST = 4.5;

/** A color as it is stored, from `#rgb` or `#rrggbb` with or without the `#`; null for anything else. */
export function parseHex(typed: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

type Channels = readonly [red: number, green: number, blue: number];

/** From 0 to 255. */
function channelsOf(hex: string): Channels {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` of `other` in `color`, from 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const to = channelsOf(other);
  const [red, green, blue] = channelsOf(color).map(
    (value, index) => value + (to[index]! - value) * share,
  ) as unknown as Channels;
  return hexOf([red, green, blue]);
}

/** The relative luminance of WCAG, from 0 to 1. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/** Black or white, whichever reads better on this color: at least 4.58. */
export function readableOn(color: string): string {
  return contrastOf(color, BLACK) > contrastOf(color, WHITE) ? BLACK : WHITE;
}

const STEPS = 20;

/** This color, or the nearest shade of it that can be read on all of these. */
export function legible(color: string, ...backgrounds: readonly string[]): string {
  const isLegible = (shade: string) =>
    backgrounds.every((background) => contrastOf(shade, background) >= MIN_CONTRAST);
  const [first = WHITE] = backgrounds;
  const goal = readableOn(first);
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(color, goal, step / STEPS);
    if (isLegible(shade)) return shade;
  }
  return goal;
}

/** The hues by where they begin, in degrees. */
const HUES: readonly (readonly [from: number, name: string])[] = [
  [345, 'red'],
  [320, 'pink'],
  [285, 'magenta'],
  [255, 'purple'],
  [200, 'blue'],
  [165, 'teal'],
  [75, 'green'],
  [48, 'yellow'],
  [18, 'orange'],
  [0, 'red'],
];

/** A color in a few words, which a model that draws takes better than numbers: `dark green`. */
export function colorName(hex: string): string {
  const [red, green, blue] = channelsOf(hex).map((value) => value / 255) as unknown as Channels;
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  const [range, light] = [high - low, (high + low) / 2];
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * light - 1));
  if (light <= 0.06) return 'black';
  if (light >= 0.985) return 'white';
  const hue = hueOf(red, green, blue);
  const isWarm = hue >= 20 && hue < 75;
  if (light >= 0.9 && isWarm) return saturation < 0.1 ? 'off-white' : 'cream';
  if (light >= 0.95) return 'off-white';
  if (saturation < 0.1) return light < 0.3 ? 'dark gray' : light > 0.7 ? 'light gray' : 'gray';
  if (hue >= 10 && hue < 48 && light < 0.4) return light < 0.22 ? 'dark brown' : 'brown';
  if (isWarm && light > 0.7 && saturation < 0.75) return 'beige';
  if (isWarm && saturation < 0.45) return 'tan';
  const name = HUES.find(([from]) => hue >= from)?.[1] ?? 'red';
  const tone = light < 0.3 ? 'dark ' : light > 0.78 ? 'pale ' : saturation < 0.3 ? 'muted ' : '';
  return tone + name;
}

function hueOf(red: number, green: number, blue: number): number {
  const high = Math.max(red, green, blue);
  const range = high - Math.min(red, green, blue);
  if (range === 0) return 0;
  const sixth =
    high === red
      ? ((green - blue) / range + 6) % 6
      : high === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return sixth * 60;
}
