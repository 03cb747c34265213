export { SearchWindow } from './components/search-window';
export { searchMessages } from './messages';
export type { PaletteAction } from './palette-action';
