export { previewDocument, previewFailure } from './preview-document.server';
