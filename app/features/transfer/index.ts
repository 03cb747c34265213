export { ConversationExport } from './components/conversation-export';
export { ImportOffer } from './components/import-offer';
export { LastExport } from './components/last-export';
export { TransferTab } from './components/transfer-tab';
export { isExport } from './export-name';
export { exportReadyMail } from './exports/mails';
