/** What tells the language of a text; too large for a first load. */
export const loadLanguages = () => import('./languages');
