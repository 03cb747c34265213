/** In a file of its own, so that the first load of a page with the button doesn't name what the window needs. */
export const loadSaveWindow = () => import('./save-content-window');
