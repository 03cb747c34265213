import { useEffect, useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';
/** `system`: what the device prefers. */
export type ThemeChoice = Theme | 'system';

const STORED_AS = 'theme';
/** Set while the person wants less motion than their system asks for. */
const MOTION_STORED_AS = 'motion';
const REDUCED = 'reduce';
const LIGHT_SYSTEM = '(prefers-color-scheme: light)';
const CHANGED = 'brandwright:theme';

/** A phone browser's toolbar takes the page's color; these are --surface in app.css. */
const BAR_COLOR: Record<Theme, string> = { dark: '#0c1418', light: '#fbfaf7' };

/** What the person chose, otherwise what the system prefers, otherwise dark. */
export function resolveTheme(stored: unknown, systemPrefersLight: boolean | undefined): Theme {
  if (stored === 'dark' || stored === 'light') return stored;
  return systemPrefersLight === true ? 'light' : 'dark';
}

/**
 * `resolveTheme` for the document's head, before the first paint: a script that waited for the bundle would flash the
 * other theme. The browser's own bundle doesn't need it: it runs only in the document that the server sends.
 */
export const themeScript =
  !import.meta.env.SSR && import.meta.env.PROD
    ? ''
    : `(function () {
  var stored, light, theme, motion;
  try {
    stored = localStorage.getItem('${STORED_AS}');
    motion = localStorage.getItem('${MOTION_STORED_AS}');
  } catch (e) { /* storage is blocked: go by the system */ }
  try { light = matchMedia('${LIGHT_SYSTEM}').matches; } catch (e) { /* very old browser: dark */ }
  theme = stored === 'dark' || stored === 'light' ? stored : light ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  if (motion === '${REDUCED}') document.documentElement.dataset.motion = motion;
  var bar = document.querySelector('meta[name=theme-color]');
  if (bar) bar.content = theme === 'light' ? '${BAR_COLOR.light}' : '${BAR_COLOR.dark}';
})();`;

export const defaultBarColor = BAR_COLOR.dark;

function readStored(name = STORED_AS): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // Storage is blocked: the choice applies to this page only.
    return null;
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR_COLOR[theme]);
  window.dispatchEvent(new Event(CHANGED));
}

function store(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // As in readStored.
  }
}

/** Applies the theme and remembers it on this device. */
export function setTheme(theme: Theme): void {
  store(STORED_AS, theme);
  apply(theme);
}

/** Like `setTheme`, with the choice to follow the system. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice !== 'system') return setTheme(choice);
  store(STORED_AS, null);
  apply(resolveTheme(null, matchMedia(LIGHT_SYSTEM).matches));
}

function applyMotion(reduced: boolean): void {
  if (reduced) document.documentElement.dataset.motion = REDUCED;
  else delete document.documentElement.dataset.motion;
  window.dispatchEvent(new Event(CHANGED));
}

/** Turns motion off on this device, or follows the system again. */
export function setReducedMotion(reduced: boolean): void {
  store(MOTION_STORED_AS, reduced ? REDUCED : null);
  applyMotion(reduced);
}

function current(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** The current theme; dark during server rendering, which can't know it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => 'dark');
}

function currentChoice(): ThemeChoice {
  const stored = readStored();
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** What the person chose; undefined during server rendering. */
export function useThemeChoice(): ThemeChoice | undefined {
  return useSyncExternalStore<ThemeChoice | undefined>(subscribe, currentChoice, () => undefined);
}

/** Whether the person wants less motion than their system; undefined on the server. */
export function useReducedMotion(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => document.documentElement.dataset.motion === REDUCED,
    () => undefined,
  );
}

/** Follows the system and other tabs. Once per document. */
export function useThemeUpdates(): void {
  useEffect(() => {
    const system = matchMedia(LIGHT_SYSTEM);
    const update = () => apply(resolveTheme(readStored(), system.matches));
    const updateMotion = () => applyMotion(readStored(MOTION_STORED_AS) === REDUCED);
    const onStorage = (event: StorageEvent) => {
      if (event.key === STORED_AS || event.key === null) update();
      if (event.key === MOTION_STORED_AS || event.key === null) updateMotion();
    };
    system.addEventListener('change', update);
    window.addEventListener('storage', onStorage);
    // Applied now, too: if React re-created the document, the attribute that the script set is gone.
    update();
    updateMotion();
    return () => {
      system.removeEventListener('change', update);
      window.removeEventListener('storage', onStorage);
    };
  }, []);
}
