export { SaveAsContent } from './library/content/components/save-as-content';
