export { ContentPage } from './components/content-page';
export { SaveAsContent } from './components/save-as-content';
export { SavedSidebar } from './components/saved-sidebar';
export { CopyStartPage } from './components/start-page';
export type { ContentItem } from './content';
export { preloadPreview } from './preview-markdown';
