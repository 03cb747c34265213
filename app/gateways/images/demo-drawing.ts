import { createHash } from 'node:crypto';

import { type Palette, PALETTES, type Subject, SUBJECTS } from './demo-subjects';

interface Drawing {
  prompt: string;
  seed?: number;
  width: number;
  height: number;
}

interface Frame {
  width: number;
  height: number;
  palette: Palette;
  chance: () => number;
}

const MAX_READ = 2_000;
const FLOOR = 0.78;

/**
 * A flat illustration of what the prompt speaks of, as SVG; otherwise a landscape or a pattern. Nothing in it comes from
 * outside: the prompt only chooses among shapes of ours.
 */
export function drawingOf({ prompt, seed, width, height }: Drawing): string {
  // The brand stands below the person's own words and decides only where they don't.
  const [own = '', ...rest] = prompt.slice(0, MAX_READ).split('\n\n');
  const chance = numbersOf(`${prompt}\n${seed ?? 0}`);
  const palette = PALETTES[Math.floor(chance() * PALETTES.length)]!;
  const frame = { width, height, palette, chance };
  const scene = sceneOf(own, rest.join('\n'), frame);
  const drawn = /\bstyle: line art\b/i.test(prompt) ? asLineArt(scene, palette) : scene;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}${label(frame)}</svg>`;
}

const LANDSCAPE =
  /\b(?:mountains?|hills?|valley|forest|sunrise|sunset|sea|beach|lake|landscape)\b/i;

function sceneOf(own: string, brand: string, frame: Frame): string {
  const { chance } = frame;
  for (const text of [own, brand]) {
    const found = SUBJECTS.find(({ words }) => words.test(text));
    if (found) return still(found.draw[Math.floor(chance() * found.draw.length)]!, frame);
    if (LANDSCAPE.test(text)) return landscape(frame);
  }
  return pattern(frame);
}

/** A subject on a floor, before one of several backgrounds. */
function still(subject: Subject, frame: Frame): string {
  const { width, height, palette, chance } = frame;
  const tall = height > width * 1.2;
  const size = Math.min(width, height) * (tall ? 0.9 : 0.76 + chance() * 0.1);
  const middle = width > height * 1.2 ? width * (0.36 + chance() * 0.28) : width / 2;
  const floor = height * (tall ? 0.72 : FLOOR);
  const backdrop = BACKDROPS[Math.floor(chance() * BACKDROPS.length)]!;
  const scale = size / 400;
  const place = `translate(${whole(middle - size / 2)} ${whole(floor - 320 * scale)}) scale(${scale.toFixed(4)})`;
  return [
    `<rect width="${width}" height="${height}" fill="${palette.wall}"/>`,
    backdrop(frame, { middle, floor, size }),
    `<rect y="${whole(floor)}" width="${width}" height="${whole(height - floor)}" fill="${palette.ground}"/>`,
    `<g transform="${place}">${subject(palette)}</g>`,
  ].join('');
}

/** Where a subject stands, and its width. */
interface Place {
  middle: number;
  floor: number;
  size: number;
}

type Backdrop = (frame: Frame, place: Place) => string;

const disc: Backdrop = ({ palette }, { middle, floor, size }) =>
  `<circle cx="${whole(middle)}" cy="${whole(floor - size * 0.42)}" r="${whole(size * 0.52)}" fill="${palette.shape}"/>`;

const arch: Backdrop = ({ palette }, { middle, floor, size }) => {
  const radius = whole(size * 0.56);
  const top = whole(floor - size * 0.36);
  return `<path d="M${whole(middle - size * 0.56)} ${whole(floor)}V${top}a${radius} ${radius} 0 0 1 ${whole(size * 1.12)} 0V${whole(floor)}Z" fill="${palette.shape}"/>`;
};

const windowPane: Backdrop = ({ width, palette, chance }, { middle, floor, size }) => {
  const [w, h, bar] = [size * 0.5, size * 0.62, size * 0.022];
  const x =
    chance() < 0.5
      ? Math.max(w * 0.1, middle - size * 0.95)
      : Math.min(width - w * 1.1, middle + size * 0.45);
  const y = floor - size * 0.9;
  return `<rect x="${whole(x)}" y="${whole(y)}" width="${whole(w)}" height="${whole(h)}" rx="${whole(bar)}" fill="${palette.shape}"/><path d="M${whole(x + w / 2)} ${whole(y)}v${whole(h)}M${whole(x)} ${whole(y + h / 2)}h${whole(w)}" stroke="${palette.paper}" stroke-width="${whole(bar)}"/>`;
};

const rays: Backdrop = ({ width, height, palette }, { middle, floor, size }) => {
  const reach = width + height;
  const start = `M${whole(middle)} ${whole(floor)}`;
  const path = Array.from({ length: 9 }, (_, at) => {
    const angle = Math.PI + (at / 9) * Math.PI;
    const point = (of: number) =>
      `L${whole(middle + Math.cos(of) * reach)} ${whole(floor + Math.sin(of) * reach)}`;
    return `${start}${point(angle)}${point(angle + Math.PI / 18)}Z`;
  }).join('');
  return `<path d="${path}" fill="${palette.shape}" opacity="0.55"/><circle cx="${whole(middle)}" cy="${whole(floor - size * 0.4)}" r="${whole(size * 0.5)}" fill="${palette.wall}" opacity="0.8"/>`;
};

const BACKDROPS = [disc, arch, windowPane, rays] as const;

/** Hills in layers below a sun. */
function landscape({ width, height, palette, chance }: Frame): string {
  const { wall, shape, ground, ink, second, first } = palette;
  const hill = (base: number, rise: number, fill: string, opacity: number) => {
    const points = Array.from({ length: 5 }, () => base - chance() * rise);
    const step = width / 4;
    const curve = points
      .slice(1)
      .map((y, at) => {
        const x = at * step;
        const middle = whole(x + step / 2);
        return `C${middle} ${whole(points[at]!)} ${middle} ${whole(y)} ${whole(x + step)} ${whole(y)}`;
      })
      .join('');
    return `<path d="M0 ${whole(points[0]!)}${curve}V${height}H0Z" fill="${fill}" opacity="${opacity}"/>`;
  };
  const trees = Array.from({ length: 7 }, () => {
    const x = chance() * width;
    const size = height * (0.05 + chance() * 0.06);
    const y = height * (0.9 + chance() * 0.08);
    return `<path d="M${whole(x)} ${whole(y - size * 2)}l${whole(size * 0.5)} ${whole(size * 2)}h-${whole(size)}Z" fill="${ink}"/>`;
  }).join('');
  const sun = `<circle cx="${whole(width * (0.25 + chance() * 0.5))}" cy="${whole(height * 0.34)}" r="${whole(Math.min(width, height) * 0.15)}" fill="${first}"/>`;
  return `<rect width="${width}" height="${height}" fill="${wall}"/>${sun}${hill(height * 0.58, height * 0.16, shape, 1)}${hill(height * 0.72, height * 0.16, second, 0.75)}${hill(height * 0.84, height * 0.14, ground, 1)}${hill(height * 0.96, height * 0.1, ink, 0.85)}${trees}`;
}

/** Tiles of quarter circles, discs, and stripes. */
function pattern({ width, height, palette, chance }: Frame): string {
  const { wall, shape, ground, first, second, paper, ink } = palette;
  const columns = width > height ? 6 : 4;
  const tile = width / columns;
  const rows = Math.ceil(height / tile);
  const colors = [wall, shape, ground, first, second, paper];
  const pick = (not = '') => {
    const others = colors.filter((color) => color !== not);
    return others[Math.floor(chance() * others.length)]!;
  };
  const tiles: string[] = [];
  for (let at = 0; at < columns * rows; at += 1) {
    const back = pick();
    const front = chance() < 0.12 ? ink : pick(back);
    const turn = Math.floor(chance() * 4) * 90;
    const kind = Math.floor(chance() * 5);
    const shapes = [
      '<path d="M0 0h100A100 100 0 0 1 0 100Z"/>',
      '<path d="M0 0h100A100 100 0 0 1 0 100Z"/>',
      '<circle cx="50" cy="50" r="34"/>',
      '<path d="M0 0h50a50 50 0 0 1 0 100H0Z"/>',
      '<path d="M0 10h100v20H0zM0 45h100v20H0zM0 80h100v20H0z"/>',
    ];
    const x = ((at % columns) * tile).toFixed(1);
    const y = (Math.floor(at / columns) * tile).toFixed(1);
    tiles.push(
      `<g transform="translate(${x} ${y}) scale(${(tile / 100).toFixed(4)}) rotate(${turn} 50 50)"><rect width="100.5" height="100.5" fill="${back}"/><g fill="${front}">${shapes[kind]}</g></g>`,
    );
  }
  return tiles.join('');
}

/** The same shapes as outlines on paper. */
function asLineArt(scene: string, { ink }: Palette): string {
  const outlined = scene
    .replace(/ opacity="[\d.]{1,6}"/g, '')
    .replace(/stroke="#[0-9a-f]{6}"/g, `stroke="${ink}"`)
    .replace(/fill="#[0-9a-f]{6}"/g, `fill="#fffdf8" stroke="${ink}" stroke-width="3"`);
  return outlined;
}

/** "DEMO" in a corner, as strokes, because a server may have no font. */
function label({ width, height, palette }: Frame): string {
  const scale = Math.min(width, height) / 420;
  const [w, h] = [34 * scale, 13 * scale];
  const [x, y] = [width - w - 9 * scale, height - h - 9 * scale];
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})"><rect width="34" height="13" rx="6.5" fill="${palette.ink}" opacity="0.5"/><path d="M6 4v5h1.6Q10 9 10 6.500T7.600 4ZM15.500 4H12.500v5h3M12.500 6.500h2.500M18 9V4l2 3l2-3v5M27 4q-2.500 0-2.500 2.500T27 9t2.500-2.500T27 4Z" fill="none" stroke="#fff" stroke-width="0.9" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

const whole = (value: number) => value.toFixed(0);

/** Pseudo-random numbers from 0 to 1 that depend on the text alone. */
function numbersOf(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE();
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
