import type { DataTable } from '@nordhaut/platform/data-tables';
import { eventTable } from './event.ts';
import { commentTable, ingredientTable, layoutTable, questionnaireTable } from './others.ts';
import { postTable } from './post.ts';

/** This capability's tables of the data API. */
export const contentTables: readonly DataTable[] = [ingredientTable, layoutTable, questionnaireTable, postTable, eventTable, commentTable];
