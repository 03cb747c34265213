import createPurifier, { type DOMPurify } from 'dompurify';

// What KaTeX writes without `trust`: MathML for screen readers, spans and lines for the eye; DOMPurify itself adds
// `body`.
const TAGS = [
  'body',
  ...['annotation', 'math', 'menclose', 'mfrac', 'mi', 'mmultiscripts', 'mn', 'mo', 'mover'],
  ...['mpadded', 'mphantom', 'mprescripts', 'mroot', 'mrow', 'mspace', 'msqrt', 'mstyle', 'msub'],
  ...['msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover', 'none'],
  ...['semantics', 'span', 'svg', 'path', 'line'],
];
const ATTRIBUTES = [
  ...['accent', 'accentunder', 'aria-hidden', 'class', 'columnalign', 'columnlines'],
  ...['columnspacing', 'd', 'depth', 'display', 'displaystyle', 'encoding', 'fence', 'height'],
  ...['largeop', 'linebreak', 'linethickness', 'lspace', 'mathbackground', 'mathcolor'],
  ...['mathsize', 'mathvariant', 'maxsize', 'minsize', 'movablelimits', 'notation'],
  ...['preserveAspectRatio', 'rowlines', 'rowspacing', 'rspace', 'scriptlevel', 'separator'],
  ...['stretchy', 'stroke-width', 'style', 'symmetric', 'viewBox', 'voffset', 'width', 'x1', 'x2'],
  ...['xmlns', 'y1', 'y2'],
];
/** Lengths and colors, and no function that could fetch something. */
const DECLARATION = /^\s*(?:[\w-]+\s*:[\w\s.#%+-]+)?$/;

let purifier: DOMPurify | undefined;

function isHarmless(style: string): boolean {
  return (
    !/position\s*:\s*(?:fixed|sticky)/i.test(style) &&
    style.split(';').every((declaration) => DECLARATION.test(declaration))
  );
}

function createOwnPurifier(): DOMPurify {
  const created = createPurifier(window);
  created.addHook('uponSanitizeAttribute', (_element, attribute) => {
    const { attrName: name, attrValue: value } = attribute;
    if (name === 'style') attribute.keepAttr = isHarmless(value);
    if (name === 'class') attribute.keepAttr = /^[\w\s.-]*$/.test(value);
    if (name === 'encoding') attribute.keepAttr = value === 'application/x-tex';
  });
  return created;
}

/** In a browser only: a formula's HTML without links, images, scripts, or anything that is fetched. */
export function sanitizeFormula(html: string): string {
  purifier ??= createOwnPurifier();
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** What the last call removed, for the tests. */
export function removedFromFormula(): readonly unknown[] {
  return purifier?.removed ?? [];
}
