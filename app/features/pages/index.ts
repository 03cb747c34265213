export { ProductGlance } from './components/product-glance';
export { RecipientList } from './components/recipient-list';
export { WrittenPage } from './components/written-page';
