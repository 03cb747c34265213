import type { BrowserContext, Frame, Page } from 'playwright/test';

import { MARKER } from '../../factories/hostile-texts.ts';

/** Watches a browser for anything that a stored text sets off. */
export interface Tripwire {
  /** Descriptions of what was set off. */
  alarms: string[];
  /** The markers of hostile texts that were visible. */
  seen: Set<string>;
  /** Checks the current content of the page. */
  look(page: Page): Promise<void>;
}

const SCHEMES = [
  'http:',
  'https:',
  'irc:',
  'ircs:',
  'mailto:',
  'xmpp:',
  'blob:',
  'data:',
  'about:',
];

/** Watches this context from now on: scripts, requests, new windows, policy violations, and navigations. */
export async function armTripwire(context: BrowserContext, origin: string): Promise<Tripwire> {
  const alarms: string[] = [];
  const seen = new Set<string>();
  const tripwire: Tripwire = { alarms, seen, look };
  const alarm = (text: string) => alarms.push(text);

  await context.exposeFunction('reportTrip', (text: string) => void alarm(text));
  await context.addInitScript(() => {
    const report = (text: string) => {
      void (window as unknown as { reportTrip(text: string): Promise<void> }).reportTrip(text);
    };
    // The flag that all payloads set.
    Object.defineProperty(window, '__tripped', {
      set: () => report(`a payload ran at ${location.href}`),
      get: () => undefined,
    });
    // In the diagrams' frame, the policy is the protection, so its violations are expected.
    if (location.pathname === '/frames/diagram') return;
    document.addEventListener('securitypolicyviolation', (event) => {
      report(`refused at ${location.href}: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const isOwn = (url: string) =>
    /^(?:data|blob|about):/.test(url) || url.replace(/^ws/, 'http').startsWith(`${origin}/`);
  context.on('weberror', (error) => alarm(`an error: ${error.error().message}`));
  context.on('response', (response) => {
    // 503 is a file without an object.
    if (response.status() === 500) alarm(`500 for ${response.url()}`);
  });
  // Requests that a policy blocks never get here.
  await context.route(
    (url) => !isOwn(url.href),
    (route) => {
      alarm(`asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  context.on('page', (page) => watch(page));
  for (const page of context.pages()) watch(page);

  function watch(page: Page): void {
    void page.opener().then((opener) => {
      if (opener) alarm(`a window was opened: ${page.url()}`);
    });
    page.on('dialog', (dialog) => {
      alarm(`a dialog of the browser's: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => {
      if (!isOwn(frame.url())) alarm(`went to ${frame.url()}`);
    });
    page.on('websocket', (socket) => {
      if (!isOwn(socket.url())) alarm(`a socket to ${socket.url()}`);
    });
    page.on('download', (download) => alarm(`a download: ${download.url()}`));
  }

  async function look(page: Page): Promise<void> {
    for (const frame of page.frames()) {
      // The frame has disappeared in the meantime.
      const { text, problems } = await lookAt(frame).catch((error: unknown) => {
        if (frame.isDetached()) return { text: '', problems: [] };
        throw error;
      });
      for (const marker of text.match(MARKER) ?? []) tripwire.seen.add(marker);
      for (const problem of problems) alarm(`${problem} at ${page.url()}`);
    }
  }
  return tripwire;
}

/** The visible text of a document, and anything that must not be in it. */
function lookAt(frame: Frame): Promise<{ text: string; problems: string[] }> {
  return frame.evaluate((schemes) => {
    const problems: string[] = [];
    const texts = [document.title];
    const isMain = window === window.top;
    const walker = document.createTreeWalker(
      document,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Element)) {
        const parent = node.parentElement?.localName ?? '';
        if (!['script', 'style', 'title'].includes(parent)) texts.push(node.textContent ?? '');
        continue;
      }
      if (node.querySelector(':scope > del')) {
        // In a text with marked changes, the original text.
        const former = [...node.children].filter(({ localName }) => localName !== 'ins');
        texts.push(former.map((part) => part.lastChild?.textContent ?? '').join(''));
      }
      const name = node.localName;
      // Evaluated only for problems: for every element it would repeat the page at each level.
      const shown = () => node.outerHTML.slice(0, 200);
      if (name === 'script' && (node as HTMLScriptElement).nonce === '') {
        problems.push(`a script without a nonce: ${shown()}`);
      }
      if (name === 'iframe' && !node.hasAttribute('sandbox')) {
        problems.push(`a frame without a sandbox: ${shown()}`);
      }
      if (['object', 'embed', 'base', 'applet', 'portal', 'math-field'].includes(name)) {
        problems.push(`an element of a kind that we do not use: ${shown()}`);
      }
      if (
        isMain &&
        name === 'meta' &&
        /refresh|policy/i.test(node.getAttribute('http-equiv') ?? '')
      ) {
        problems.push(`a page that leads elsewhere or sets rules: ${shown()}`);
      }
      if (
        node.parentElement === document.head &&
        !/^(?:meta|title|link|script|style)$/.test(name)
      ) {
        problems.push(`an element in the head: ${shown()}`);
      }
      if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) {
        texts.push(node.value);
      }
      for (const { name: attribute, value } of node.attributes) {
        if (/^(?:title|alt|placeholder|aria-label)$/.test(attribute)) texts.push(value);
        if (/^on/i.test(attribute)) problems.push(`an attribute that runs: ${shown()}`);
        if (attribute === 'style' && /url\(\s*["']?(?!data:|blob:|#|\/[^/])/i.test(value)) {
          problems.push(`a style that fetches: ${shown()}`);
        }
        if (
          !/^(?:href|src|action|formaction|poster|data|ping|background|xlink:href)$/i.test(
            attribute,
          )
        ) {
          continue;
        }
        // Relative to the document's own address, so that `//host` is recognized.
        const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : null;
        if (url === null) continue;
        const isLink = name === 'a' && attribute === 'href';
        if (!schemes.includes(url.protocol))
          problems.push(`an address of ${url.protocol} ${shown()}`);
        if (isLink && /^(?:data|blob):/.test(url.protocol) && !node.hasAttribute('download')) {
          problems.push(`a link to a made-up page: ${shown()}`);
        }
        const isForeign = /^https?:$/.test(url.protocol) && url.origin !== location.origin;
        if (!isForeign || !isMain) continue;
        const isOpen =
          isLink &&
          node.getAttribute('target') === '_blank' &&
          /noopener/.test(node.getAttribute('rel') ?? '');
        if (!isOpen) problems.push(`an address elsewhere: ${shown()}`);
      }
    }
    if (isMain && document.querySelectorAll('head > title').length > 1) {
      problems.push('more than one title');
    }
    return { text: texts.join('\n'), problems };
  }, SCHEMES);
}
