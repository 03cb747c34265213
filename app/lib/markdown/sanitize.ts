import createPurifier, { type DOMPurify } from 'dompurify';

/** The six schemes or an address within the site: DOMPurify's own rule allows `tel:` and refuses `irc:`. */
const ADDRESS = /^(?:(?:https?|ircs?|mailto|xmpp):|(?![a-z][a-z\d+.-]*:)(?![\\/]{2}))/i;

// What renderMarkdown writes, and no more; DOMPurify itself adds `body`.
const TAGS = [
  'body',
  ...[
    'a',
    'blockquote',
    'br',
    'code',
    'del',
    'div',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
  ],
  ...[
    'input',
    'li',
    'ol',
    'p',
    'pre',
    'span',
    'strong',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
  ],
  'ul',
];
const ATTRIBUTES = [
  ...['align', 'aria-label', 'checked', 'class', 'disabled', 'href', 'rel', 'role', 'start'],
  ...['tabindex', 'target', 'title', 'type'],
];
const CLASS =
  /^(?:language-[\w+#.-]{1,40}|code-block|code-head|math-block|math-inline|table-scroll)$/;

let purifier: DOMPurify | undefined;

function createOwnPurifier(): DOMPurify {
  // A separate instance, so that hooks of other users of the library don't apply.
  const created = createPurifier(window);
  created.addHook('uponSanitizeAttribute', (element, attribute) => {
    const { attrName: name, attrValue: value } = attribute;
    if (name === 'class') attribute.keepAttr = CLASS.test(value);
    if (name === 'role') attribute.keepAttr = value === 'group';
    if (name === 'tabindex') attribute.keepAttr = value === '0';
    if (name === 'type') attribute.keepAttr = element.tagName === 'INPUT' && value === 'checkbox';
  });
  created.addHook('afterSanitizeAttributes', (element) => {
    // No input fields to type into, and no window that can reach the one it was opened from.
    if (element.tagName === 'INPUT') {
      if (element.getAttribute('type') !== 'checkbox') element.remove();
      else element.setAttribute('disabled', '');
    }
    if (element.hasAttribute('target')) {
      element.setAttribute('rel', 'noopener noreferrer nofollow');
    }
  });
  return created;
}

/** In a browser only. A second layer of defense behind `renderMarkdown`, whose HTML passes unchanged. */
export function sanitizeHtml(html: string): string {
  purifier ??= createOwnPurifier();
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: ADDRESS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** What the last call removed, for the tests: nothing, for HTML of ours. */
export function removedBySanitizer(): readonly unknown[] {
  return purifier?.removed ?? [];
}
