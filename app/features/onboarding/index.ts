export { Checklist } from './checklist/components/checklist';
