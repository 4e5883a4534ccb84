export { editorHtml } from './editor-html.ts';
export { type Hiding, hideReview, showReview } from './moderation.ts';
