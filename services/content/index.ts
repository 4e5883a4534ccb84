export { editorHtml } from './editor-html.ts';
export { contentTables } from './data-tables/index.ts';
