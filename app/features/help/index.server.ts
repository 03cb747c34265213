export { answerContactCall, answerContactForm } from './contact-answers.server';
export { contactMail } from './mail-contact.server';
export { readContactCall, readContactForm } from './read-contact.server';
export { articleIndex } from './articles.server';
export { askAssistant, parseAssistantCall } from './ask-assistant.server';
export { readArticle } from './read-article.server';
