export { LastExport } from './exports/components/last-export';
export { TransferTab } from './page/components/import-export-tab';
export { importOffer } from './imports/import-offer';
export { exportReadyMail } from './exports/mails';
