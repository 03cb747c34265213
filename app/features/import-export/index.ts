export { LastExport } from './exports/components/last-export';
export { ImportExportTab } from './page/components/import-export-tab';
export { importOffer } from './imports/components/import-offer';
