import type { WebsiteLook } from './website';

/** What the start page declares, as the reader found it. */
export interface DeclaredLook {
  theme: string;
  named: { primary?: string; secondary?: string; accent?: string };
  frequent: string[];
  logos: string[];
}

const HEX = /^#[0-9a-f]{6}$/;

/**
 * The colors of a brand by what its page declares: the color of the browser's frame, colors whose names say what they are for,
 * and else those that its own styles use most.
 */
export function chooseColors({
  theme,
  named,
  frequent,
}: Omit<DeclaredLook, 'logos'>): Omit<WebsiteLook, 'logo'> {
  const framed = theme.toLowerCase();
  const colors = [
    ['primary', HEX.test(framed) && isColorful(framed) ? framed : undefined, named.primary],
    ['secondary', named.secondary, undefined],
    ['accent', named.accent, undefined],
  ] as const;
  const chosen: Omit<WebsiteLook, 'logo'> = {};
  for (const [role, ...candidates] of colors) {
    const color = candidates.find((one) => one !== undefined && HEX.test(one));
    if (color !== undefined) chosen[role] = color;
  }
  for (const color of frequent.filter((one) => HEX.test(one))) {
    const known = Object.values(chosen);
    if (known.some((one) => distance(one, color) < MIN_DISTANCE)) continue;
    if (chosen.primary === undefined) chosen.primary = color;
    else chosen.accent ??= color;
  }
  return chosen;
}

/** Closer colors are shades of one. */
const MIN_DISTANCE = 90;

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function distance(one: string, other: string): number {
  const to = channelsOf(other);
  return Math.hypot(...channelsOf(one).map((value, index) => value - to[index]!));
}

/** A page without a color of its own frames itself in white, black, or gray. */
function isColorful(color: string): boolean {
  const channels = channelsOf(color);
  return Math.max(...channels) - Math.min(...channels) >= 30;
}
