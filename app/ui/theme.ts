import { useEffect, useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const STORED_AS = 'theme';
const LIGHT_SYSTEM = '(prefers-color-scheme: light)';
const CHANGED = 'brandwright:theme';

/** The bar of a phone's browser takes the page's colour; these are --surface in app.css. */
const BAR_COLOR: Record<Theme, string> = { dark: '#0c1418', light: '#fbfaf7' };

/** What the person chose, else what the system prefers, else dark. */
export function resolveTheme(stored: unknown, systemPrefersLight: boolean | undefined): Theme {
  if (stored === 'dark' || stored === 'light') return stored;
  return systemPrefersLight === true ? 'light' : 'dark';
}

/**
 * `resolveTheme` for the document's head, before anything is painted: a script that waited for the bundle would show
 * the other theme first.
 */
export const themeScript = `(function () {
  var stored, light, theme;
  try { stored = localStorage.getItem('${STORED_AS}'); } catch (e) { /* storage is blocked: go by the system */ }
  try { light = matchMedia('${LIGHT_SYSTEM}').matches; } catch (e) { /* very old browser: dark */ }
  theme = stored === 'dark' || stored === 'light' ? stored : light ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  var bar = document.querySelector('meta[name=theme-color]');
  if (bar) bar.content = theme === 'light' ? '${BAR_COLOR.light}' : '${BAR_COLOR.dark}';
})();`;

export const defaultBarColor = BAR_COLOR.dark;

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    // Storage is blocked: the choice holds for this page only.
    return null;
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR_COLOR[theme]);
  window.dispatchEvent(new Event(CHANGED));
}

/** Puts the theme in force and remembers it on this device. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORED_AS, theme);
  } catch {
    // As in readStored.
  }
  apply(theme);
}

function current(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** The theme in force; dark while rendering on the server, which does not know. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => 'dark');
}

/** Follows the system and the other tabs. Once in the document. */
export function useThemeUpdates(): void {
  useEffect(() => {
    const system = matchMedia(LIGHT_SYSTEM);
    const update = () => apply(resolveTheme(readStored(), system.matches));
    const onStorage = (event: StorageEvent) => {
      if (event.key === STORED_AS || event.key === null) update();
    };
    system.addEventListener('change', update);
    window.addEventListener('storage', onStorage);
    // Also now: should React have drawn the document anew, the attribute set by the script is gone.
    update();
    return () => {
      system.removeEventListener('change', update);
      window.removeEventListener('storage', onStorage);
    };
  }, []);
}
