export { contactKindOf } from './contact';
export { contactMailContent } from './contact-mail';
export { ContactForm } from './components/contact-form';
export { HelpMenu } from './components/help-menu';
export { helpMessages } from './messages';
export { ArticleIndex } from './components/article-index';
export { ArticlePage } from './components/article-page';
