const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';
const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Where the keyboard was: an element, and what is around it, each with its place among its siblings. */
interface Place {
  path: string;
  element: Element;
  levels: readonly { node: Element; parent: Element; index: number }[];
}

/**
 * Keeps the keyboard's place on the page. When what has the focus goes, such as a deleted row or a button that has done its
 * work, and nothing else takes the focus, the control that is now in that place gets it. Once per document.
 */
export function keepFocus(): void {
  let place: Place | null = null;
  /** Where it was before a window opened. */
  let behind: Place | null = null;
  let waits = false;

  const note = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    // A window takes the focus itself when what had it goes.
    if (place && !place.element.isConnected && target.matches(WINDOWS)) return;
    if (target.closest(WINDOWS) === null) behind = null;
    else if (place && place.element.closest(WINDOWS) === null) behind = place;
    place = target.matches(':focus-visible') ? placeOf(target) : null;
  };
  const onChange = () => {
    if (waits || !isLost(place)) return;
    waits = true;
    // What the page itself does about it comes first, and may wait for the next paint.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        waits = false;
        if (!isLost(place)) return;
        const within = document.activeElement ?? document.body;
        const next = [
          controlNear(place),
          controlNear(behind),
          document.getElementById('main'),
        ].find((element) => element !== null && within.contains(element));
        next?.focus({ preventScroll: true });
        // It may be out of view.
        next?.scrollIntoView({ block: 'nearest' });
      }),
    );
  };

  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target));
  document.addEventListener('pointerdown', () => {
    // A pointer needs no place to go on from.
    place = null;
  });
  new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true });
}

function placeOf(element: Element): Place {
  const levels: Place['levels'][number][] = [];
  for (let node = element; node.parentElement && node !== document.body;) {
    const parent = node.parentElement;
    levels.push({ node, parent, index: [...parent.children].indexOf(node) });
    node = parent;
  }
  return { path: window.location.pathname, element, levels };
}

function isLost(place: Place | null): boolean {
  if (place === null || place.element.isConnected) return false;
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(WINDOWS);
}

/** The control in this place, after it, or before it; null when the whole page has changed. */
function controlNear(place: Place | null): HTMLElement | null {
  if (place === null || place.path !== window.location.pathname) return null;
  for (const { node, parent, index } of place.levels) {
    if (!parent.isConnected) continue;
    if (parent === document.body) break;
    const siblings = [...parent.children];
    const at = node.isConnected ? siblings.indexOf(node) : index;
    for (const sibling of [...siblings.slice(at), ...siblings.slice(0, at).reverse()]) {
      const control = [sibling, ...sibling.querySelectorAll(CONTROLS)].find(isControl);
      if (control) return control;
    }
  }
  return null;
}

function isControl(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.matches(CONTROLS) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null
  );
}
