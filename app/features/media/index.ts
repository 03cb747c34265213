export { ImageStudio } from './components/image-studio';
export { useJobEnds } from './notices/use-job-ends';
export { TrainingPage } from './loras/components/training-page';
export type { Studio } from './studio';
