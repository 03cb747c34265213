export { DesignFrame } from './components/design-frame';
export { DesignPage } from './components/design-page';
export { frameOf } from './frames';
