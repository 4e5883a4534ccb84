import type { UploadedImages } from '@nordhaut/contracts';
import type { output } from 'zod/mini';
import { type ApiResult, call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';

const uploaded = withFields<output<typeof UploadedImages>>('fileNames');
/** ms; five pictures of a phone over a weak mobile network */
const UPLOAD_TIME = 600_000;

/** Uploads images of a review. */
export function uploadImages(files: readonly File[]): Promise<ApiResult<output<typeof UploadedImages>>> {
  const body = new FormData();
  for (const file of files) body.append('file[]', file);
  return call(uploaded, '/api/upload/comment/', { method: 'POST', body, timeout: UPLOAD_TIME, retries: 0 });
}
