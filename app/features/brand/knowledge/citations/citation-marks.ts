import { CITATION_MARK, MAX_ASKED, type ShownCitation } from './citation';
import { leadsOut, openApart, watchMarks } from './citation-card';

// The marks of citations, in texts that are already rendered. Loaded when a text has numbers in brackets.

/** Asks the server what texts cite: their ids, joined by commas. */
type Ask = (ids: string) => Promise<{ citations: Record<string, ShownCitation[]> }>;
type Settle = (citations: ShownCitation[]) => void;

let waiting: { id: string; settle: Settle }[] = [];

/** What a text cites. Texts that are shown together are asked about together. Empty when it can't be loaded. */
export function citationsOf(id: string, request: Ask): Promise<ShownCitation[]> {
  return new Promise((settle) => {
    waiting.push({ id, settle });
    if (waiting.length === 1) setTimeout(() => ask(request), 0);
  });
}

function ask(request: Ask): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += MAX_ASKED) {
    const some = all.slice(from, from + MAX_ASKED);
    const ids = some.map(({ id }) => id).join(',');
    request(ids).then(
      ({ citations }) => {
        for (const { id, settle } of some) settle(citations[id] ?? []);
      },
      () => {
        // The numbers stay plain text; the next visit asks again.
        for (const { settle } of some) settle([]);
      },
    );
  }
}

/** Makes the marks within `root` links, also when it is rendered again, until the returned function is called. */
export function markCitations(root: HTMLElement, id: string, request: Ask): () => void {
  let stopped = false;
  let observer: MutationObserver | undefined;
  void citationsOf(id, request).then((citations) => {
    if (stopped || citations.length === 0) return;
    const byNumber = new Map(citations.map((one) => [one.number, one]));
    const mark = () => {
      observer?.disconnect();
      markWithin(root, byNumber);
      observer?.observe(root, { childList: true, subtree: true, characterData: true });
    };
    observer = new MutationObserver(mark);
    mark();
    watchMarks();
  });
  return () => {
    stopped = true;
    observer?.disconnect();
  };
}

/** The places where text is rendered; the rest of a message is React's, which must find its nodes as they are. */
const TEXT = '.prose-chat, .whitespace-pre-wrap';
const NO_MARKS = 'a, button, code, pre, .math-inline, .math-block';

function markWithin(root: HTMLElement, byNumber: ReadonlyMap<number, ShownCitation>): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!node.nodeValue?.includes('[') || !parentElement) continue;
    if (parentElement.closest(TEXT) && !parentElement.closest(NO_MARKS)) found.push(node as Text);
  }
  for (const node of found) {
    const parts = partsOf(node.data, byNumber);
    if (parts.some((part) => typeof part !== 'string')) node.replaceWith(...parts);
  }
}

function partsOf(text: string, byNumber: ReadonlyMap<number, ShownCitation>): (string | Node)[] {
  const parts: (string | Node)[] = [];
  let from = 0;
  for (const match of text.matchAll(CITATION_MARK)) {
    const citations = match[1]!.split(/[,;]/).map((number) => byNumber.get(Number(number)));
    // A number that isn't known stays as it was written.
    if (!citations.every((one) => one !== undefined)) continue;
    // The mark stands closer to its word than the number in brackets.
    parts.push(text.slice(from, match.index).replace(/ $/, ''), ...citations.map(markOf));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

const MARK =
  'citation relative ms-0.5 me-px rounded bg-accent-soft px-1 align-[0.2em] text-xs/4 font-medium text-accent no-underline! hover:bg-accent hover:text-on-accent touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3.5 touch:after:content-[""]';

function markOf({ number, title, heading, passage, address }: ShownCitation): HTMLAnchorElement {
  const mark = document.createElement('a');
  mark.href = address;
  if (leadsOut(address)) openApart(mark);
  mark.className = MARK;
  mark.textContent = String(number);
  mark.setAttribute('aria-label', `Source ${number}: ${title}`);
  Object.assign(mark.dataset, { citation: String(number), title, heading, passage });
  return mark;
}
