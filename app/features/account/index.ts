export { DeletionBanner } from './components/deletion-banner';
export { DeletionSettings } from './components/deletion-settings';
export { PictureForm } from './components/picture-form';
export { accountDeletedMail, deletionCancelledMail, deletionRequestedMail } from './deletion/mails';
