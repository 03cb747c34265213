/** Rules of a robots.txt that apply to us. */
export interface RobotsRule {
  allow: boolean;
  /** May have `*`, and `$` at its end. */
  pattern: string;
}

/** By this name websites address us. */
const ROBOTS_NAME = 'brandwright';
/** Longer files are read up to here, as RFC 9309 allows. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
/** Only this much of a path is compared, and of a pattern. */
const MAX_COMPARED = 500;

const NAME = /^[a-z_-]+/i;

/** The rules for us, or else those for everyone (RFC 9309). */
export function parseRobots(text: string): RobotsRule[] {
  const groups: Record<'ours' | 'all', RobotsRule[] | null> = { ours: null, all: null };
  let named: ('ours' | 'all')[] = [];
  let inRules = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon < 0) continue;
    const field = content.slice(0, colon).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (field === 'user-agent') {
      if (inRules) named = [];
      inRules = false;
      const name = value === '*' ? '*' : (NAME.exec(value)?.[0].toLowerCase() ?? '');
      const group = name === '*' ? 'all' : name === ROBOTS_NAME ? 'ours' : null;
      if (group === null) continue;
      groups[group] ??= [];
      named.push(group);
    } else if (field === 'allow' || field === 'disallow') {
      inRules = true;
      // An empty pattern forbids nothing.
      if (value === '') continue;
      const rule = { allow: field === 'allow', pattern: comparable(value).slice(0, MAX_COMPARED) };
      for (const group of named) groups[group]!.push(rule);
    }
  }
  return groups.ours ?? groups.all ?? [];
}

/** Whether the rules let us read this page: the longest pattern decides, and `allow` between equals. */
export function mayRead(rules: readonly RobotsRule[], { pathname, search }: URL): boolean {
  const path = comparable(pathname + search).slice(0, MAX_COMPARED);
  let longest = -1;
  let allowed = true;
  for (const { allow, pattern } of rules) {
    if (pattern.length < longest || (pattern.length === longest && !allow)) continue;
    if (!matches(pattern, path)) continue;
    longest = pattern.length;
    allowed = allow;
  }
  return allowed;
}

/** In time that grows with the path and the pattern alone: a robots.txt is a stranger's. */
function matches(pattern: string, path: string): boolean {
  const atEnd = pattern.endsWith('$');
  const parts = (atEnd ? pattern.slice(0, -1) : pattern).split('*');
  const first = parts.shift() ?? '';
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = atEnd ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!atEnd) return true;
  return last === undefined
    ? at === path.length
    : path.length - last.length >= at && path.endsWith(last);
}

/** Characters and their escapes are written in one way. */
function comparable(path: string): string {
  return path
    .toWellFormed()
    .replace(/%[\da-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    })
    .replace(/[\u0080-\uffff]+/g, encodeURIComponent);
}
