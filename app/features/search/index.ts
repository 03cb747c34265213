export { preloadSearch, SearchPalette } from './components/search-palette';
export { searchMessages } from './messages';
export type { PaletteAction } from './palette-action';
