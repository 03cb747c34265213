// The card that shows the passage of a citation beside its mark: one for the page, by listeners on the document.

const MARK = 'a[data-citation]';
/** Time for the pointer to get from the mark to the card. */
const LEAVE_MS = 200;
const GAP = 6;
const EDGE = 8;

let watched = false;
let card: HTMLElement | null = null;
let shownFor: HTMLElement | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Shows the card for every mark from now on. */
export function watchMarks(): void {
  if (watched) return;
  watched = true;
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse' && pointerType !== 'pen') return;
    const mark = markAt(target);
    if (mark) show(mark);
    else if (card?.contains(target as Node)) clearTimeout(leaving);
    else hideSoon();
  });
  document.addEventListener('focusin', ({ target }) => {
    const mark = markAt(target);
    if (mark) show(mark);
    else if (!card?.contains(target as Node)) hide();
  });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !card) return;
      event.stopPropagation();
      hide();
    },
    true,
  );
  // A finger has no hover: the first tap shows the passage, and its link opens the source.
  let touched = false;
  let shownBefore: HTMLElement | null = null;
  document.addEventListener('pointerdown', ({ target, pointerType }) => {
    touched = pointerType === 'touch';
    shownBefore = shownFor;
    if (!markAt(target) && !card?.contains(target as Node)) hide();
  });
  document.addEventListener('click', (event) => {
    const mark = markAt(event.target);
    if (!mark || !touched || shownBefore === mark) return;
    event.preventDefault();
    show(mark);
  });
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (card && !card.contains(target as Node)) hide();
    },
    { capture: true, passive: true },
  );
  window.addEventListener('resize', hide);
}

function markAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(MARK) : null;
}

function hideSoon(): void {
  if (!card) return;
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    if (document.activeElement !== shownFor) hide();
  }, LEAVE_MS);
}

function hide(): void {
  clearTimeout(leaving);
  shownFor?.removeAttribute('aria-describedby');
  card?.remove();
  card = null;
  shownFor = null;
}

function show(mark: HTMLElement): void {
  clearTimeout(leaving);
  if (shownFor === mark) return;
  hide();
  shownFor = mark;
  card = cardOf(mark);
  document.body.append(card);
  mark.setAttribute('aria-describedby', 'citation-passage');
  place(card, mark.getBoundingClientRect());
}

function cardOf(mark: HTMLElement): HTMLElement {
  const { title = '', heading = '', passage = '' } = mark.dataset;
  const whole = element(
    'div',
    'fixed z-50 flex max-h-80 w-88 max-w-[calc(100vw-1rem)] animate-rise-in flex-col rounded-xl border bg-raised text-sm shadow-overlay',
  );
  whole.setAttribute('role', 'group');
  whole.setAttribute('aria-label', `Source ${mark.dataset.citation}`);
  const text = element('div', 'min-h-0 overflow-y-auto px-4 pt-3 pb-2');
  text.append(element('p', 'font-medium wrap-anywhere', title));
  if (heading !== '') text.append(element('p', 'text-xs text-muted wrap-anywhere', heading));
  const quote = element('blockquote', 'mt-2 whitespace-pre-line wrap-anywhere', passage);
  quote.id = 'citation-passage';
  text.append(quote);
  const link = element(
    'a',
    'border-t px-4 py-2.5 font-medium text-accent hover:bg-hover touch:min-h-11',
  );
  const address = mark.getAttribute('href') ?? '';
  link.textContent = leadsOut(address) ? `Open ${new URL(address).hostname}` : 'Open source';
  link.setAttribute('href', address);
  if (leadsOut(address)) openApart(link as HTMLAnchorElement);
  // The mark itself opens the source by keyboard.
  link.tabIndex = -1;
  whole.append(text, link);
  return whole;
}

/** Whether a citation is a page of the web. */
export function leadsOut(address: string): boolean {
  return /^https?:/.test(address);
}

/** Leads to another website, which learns nothing of this one. */
export function openApart(link: HTMLAnchorElement): void {
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
}

/** Text that came from outside is only ever set as text. */
function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function place(box: HTMLElement, at: DOMRect): void {
  const { innerWidth, innerHeight } = window;
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
  const below = at.bottom + GAP;
  const fitsBelow = below + height <= innerHeight - EDGE;
  const top = fitsBelow ? below : Math.max(EDGE, at.top - GAP - height);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
