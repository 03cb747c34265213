export { ImageStudio } from './components/image-studio';
export type { Studio } from './studio';
