/** The schemes that a text may link to, besides addresses within the site. */
const SCHEMES = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']);

const SCHEME = /^([a-z][a-z\d+.-]*):/i;

// The named character references that matter in an address. Others stay as they are written and are escaped: a browser
// then sees an ampersand and a word, and nothing else.
const NAMES = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  gt: '>',
  hyphen: '\u2010',
  lowbar: '_',
  lpar: '(',
  lt: '<',
  nbsp: '\u00a0',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rpar: ')',
  semi: ';',
  shy: '\u00ad',
  sol: '/',
  tab: '\t',
  zerowidthspace: '\u200b',
};
const NAMED = new Map(Object.entries(NAMES).map(([name, text]) => [`&${name};`, text]));
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,14});?/gi;

/** The text with its character references decoded. */
export function decodeReferences(text: string): string {
  return text.replace(REFERENCE, decoded);
}

// No groups in the expression: they would double the time for a text of nothing but references.
function decoded(written: string): string {
  // Without its semicolon, a name is as likely a parameter: `?a=1&lt=2`.
  if (written[1] !== '#') {
    return NAMED.get(written) ?? NAMED.get(written.toLowerCase()) ?? written;
  }
  const isHex = /^&#x/i.test(written);
  const code = isHex
    ? Number.parseInt(written.slice(3), 16)
    : Number.parseInt(written.slice(2), 10);
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : '\ufffd';
}

/**
 * The address that a link may point to, ready to be escaped into an attribute: relative, or with one of the six
 * schemes. Anything else gives '', including `//host`, which names another site without naming a scheme.
 */
export function safeAddress(written: string): string {
  const address = decodeReferences(written)
    .replace(/\p{Cc}/gu, '')
    .trim();
  // Browsers drop some of these characters and readers see none of them, so they must not hide a scheme.
  const bare = address.replace(/[\s\p{Cf}\p{Z}]/gu, '');
  if (/^[/\\]{2}/.test(bare)) return '';
  const scheme = SCHEME.exec(bare)?.[1];
  if (scheme !== undefined) {
    if (!SCHEMES.has(scheme.toLowerCase()) || !address.startsWith(`${scheme}:`)) return '';
    // Without a host, it's within the site or not depending on where it's shown.
    if (/^https?:(?!\/\/)/i.test(address)) return '';
  }
  try {
    return encodeURI(address)
      .replace(/%5b/gi, '[')
      .replace(/%5d/gi, ']')
      .replace(/%25(?=[\da-f]{2})/gi, '%');
  } catch {
    // Half of a surrogate pair: not an address.
    return '';
  }
}

/** True for an address of another site, which opens in a new tab and learns nothing of where it was shown. */
export function leavesSite(address: string): boolean {
  return /^https?:/i.test(address);
}

/** The host of an external address, in the spelling that can't be mistaken (punycode). */
export function hostOf(address: string): string | null {
  if (!leavesSite(address)) return null;
  try {
    return new URL(address).host || null;
  } catch {
    return null;
  }
}
