export { answerContactCall, answerContactForm } from './contact-answers.server';
export { contactMail } from './mail-contact.server';
export { readContactCall, readContactForm } from './read-contact.server';
