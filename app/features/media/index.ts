export { ImageStudio } from './components/image-studio';
export { TrainingPage } from './loras/components/training-page';
export type { Studio } from './studio';
