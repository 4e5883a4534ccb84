export { editorHtml } from './editor-html.ts';
