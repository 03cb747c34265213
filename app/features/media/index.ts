export { ImageStudio } from './components/image-studio';
export { useJobEnds } from './notices/use-job-ends';
export type { Studio } from './studio';
