export { exportReadyMail } from './exports/mails';
