export { renderMail, type MailContent, type RenderedMail } from './render';
