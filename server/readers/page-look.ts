/** What a page declares of its look. */
export interface PageLook {
  /** The color of the browser's frame, as the page gives it. */
  theme: string;
  /** Colors whose names say what they are for, as `#rrggbb`. */
  named: { primary?: string; secondary?: string; accent?: string };
  /** Colors of its own styles, the most used first. */
  frequent: string[];
  /** Addresses of images that may be its logo, the likeliest first. */
  logos: string[];
}

const MAX_CSS = 300_000;
const MAX_HREF = 1_000;
const MAX_LOGOS = 4;
const MAX_FREQUENT = 6;
/** How far before a color its property's name is looked for. */
const MAX_NAME = 80;

const ROLES = [
  ['accent', ['accent', 'highlight', 'cta']],
  ['secondary', ['secondary']],
  ['primary', ['primary', 'brand', 'main']],
] as const;
/** In names of variations of a color: its text, its states. */
const VARIATIONS = ['foreground', 'text', 'contrast', 'hover', 'active', 'light', 'dark', 'on-'];

/** Collects a page's own colors and logos while it's read. */
export class LookReader {
  private theme = '';
  private css = '';
  private readonly logos: { href: string; rank: number }[] = [];

  tag(name: string, attributes: Record<string, string>): void {
    if (name === 'meta') this.meta(attributes);
    else if (name === 'link') this.link(attributes);
    else if (name === 'img') this.image(attributes);
    if (attributes.style) this.style(`;${attributes.style};`);
  }

  /** Text of a style element, or of an attribute. */
  style(text: string): void {
    if (this.css.length < MAX_CSS) this.css += text.slice(0, MAX_CSS - this.css.length);
  }

  look(): PageLook {
    const { named, frequent } = colorsIn(this.css);
    const logos = this.logos
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, MAX_LOGOS)
      .map(({ href }) => href);
    return { theme: this.theme, named, frequent, logos };
  }

  private meta({ name = '', property = '', content = '', media = '' }: Record<string, string>) {
    const isTheme = name.toLowerCase() === 'theme-color' && !media.includes('dark');
    if (isTheme) this.theme ||= content.trim().slice(0, 20);
    // Most pages share a photo; only an image that is called a logo is one.
    if (property === 'og:image' || property === 'og:logo') this.add(content, 4, 'logo');
  }

  private link({ rel = '', href = '', type = '', sizes = '' }: Record<string, string>) {
    const kind = rel.toLowerCase();
    if (type.includes('svg') || !kind.includes('icon') || kind.includes('mask-icon')) return;
    const size = Number.parseInt(sizes, 10) || 0;
    if (kind.includes('apple-touch-icon')) this.add(href, 2);
    else if (size >= 96) this.add(href, 3 - size / 10_000);
  }

  private image({ src = '', alt = '', id = '', class: names = '' }: Record<string, string>) {
    const called = `${src} ${alt} ${id} ${names}`.slice(0, 2 * MAX_HREF).toLowerCase();
    if (called.includes('logo')) this.add(src, 1);
  }

  private add(href: string, rank: number, word = ''): void {
    const path = href.trim().toLowerCase();
    const isUsable =
      path !== '' && path.length <= MAX_HREF && !path.startsWith('data:') && path.includes(word);
    const [file = ''] = path.split('?', 1);
    if (!isUsable || file.endsWith('.svg') || file.endsWith('.ico')) return;
    if (this.logos.length < 50) this.logos.push({ href: href.trim(), rank });
  }
}

const COLOR = /#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z_-])/gi;

function colorsIn(css: string): Pick<PageLook, 'named' | 'frequent'> {
  const named: PageLook['named'] = {};
  const counts = new Map<string, number>();
  for (const { 0: found, index } of css.matchAll(COLOR)) {
    const color = longForm(found);
    const before = css.slice(Math.max(0, index - MAX_NAME), index);
    const name = declarationIn(before).split(':', 1)[0]!.trim().toLowerCase();
    if (!name.startsWith('--')) {
      counts.set(color, (counts.get(color) ?? 0) + 1);
    } else if (!VARIATIONS.some((word) => name.includes(word))) {
      const role = ROLES.find(([, words]) => words.some((word) => name.includes(word)))?.[0];
      if (role) named[role] ??= color;
    }
  }
  const frequent = [...counts]
    .filter(([color]) => isColorful(color))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_FREQUENT)
    .map(([color]) => color);
  return { named, frequent };
}

/** What follows the last declaration or block that ended. */
function declarationIn(css: string): string {
  const at = Math.max(css.lastIndexOf(';'), css.lastIndexOf('{'), css.lastIndexOf('}'));
  return css.slice(at + 1);
}

function longForm(found: string): string {
  const digits = found.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/** Not a gray, nor nearly black or white. */
function isColorful(color: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [low, high] = [Math.min(...channels), Math.max(...channels)];
  return high - low >= 40 && high >= 50;
}
