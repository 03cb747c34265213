/** The palette's code, which is not part of any first load. */
export const loadSearchWindow = () => import('./components/search-window');
