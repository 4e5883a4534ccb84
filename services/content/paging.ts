import { contentMessages } from '@nordhaut/contracts';
import { refuse } from '@nordhaut/platform/http';

/**
 * The place of a page in a list; the first page of an empty list exists.
 * @throws Rejected 404 for a page after the last one
 */
export function pageOf(page: number, total: number, perPage: number): { from: number; page: number; pages: number; total: number } {
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (page > pages) return refuse(404, 'PAGE_NOT_FOUND', contentMessages.pageNotFound);
  return { from: (page - 1) * perPage, page, pages, total };
}
