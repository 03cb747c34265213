/** What decides where a field breaks its lines. */
const LOOK = [
  'boxSizing',
  'borderStyle',
  'borderWidth',
  'padding',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'fontStretch',
  'fontKerning',
  'fontFeatureSettings',
  'fontVariantLigatures',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'textAlign',
  'textIndent',
  'textTransform',
  'textRendering',
  'tabSize',
  'direction',
  'whiteSpace',
  'overflowWrap',
  'wordBreak',
  'lineBreak',
  'hyphens',
] as const;

/** A field's text, laid out as the field lays it out: an element for behind the field, and the letters in it. */
export function mirrorOf(area: HTMLTextAreaElement): { mirror: HTMLElement; letters: Text } {
  const mirror = document.createElement('div');
  const look = getComputedStyle(area);
  for (const name of LOOK) mirror.style[name] = look[name];
  mirror.style.borderColor = 'transparent';
  const borders = parseFloat(look.borderLeftWidth) + parseFloat(look.borderRightWidth);
  // Of a field that scrolls, the scroll bar takes some.
  mirror.style.width = `${area.clientWidth + borders}px`;
  const letters = document.createTextNode(`${area.value}\n`);
  mirror.append(letters);
  return { mirror, letters };
}
