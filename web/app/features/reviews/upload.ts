import type { UploadedImages } from '@nordhaut/contracts';
import type { output } from 'zod/mini';
import { readAnswer } from '../../lib/api.ts';
import { UNREACHABLE } from '../../lib/messages.ts';
import { withFields } from '../../lib/with-fields.ts';

const uploaded = withFields<output<typeof UploadedImages>>('fileNames');

/** Uploads images of a review. Failures are values, as of `call`. */
export async function uploadImages(
  files: readonly File[],
): Promise<{ ok: true; fileNames: string[] } | { ok: false; status: number; message: string }> {
  const body = new FormData();
  for (const file of files) body.append('file[]', file);
  try {
    const result = await readAnswer(uploaded, await fetch('/api/upload/comment/', { method: 'POST', body }));
    return result.ok ? { ok: true, fileNames: result.data.fileNames } : result;
  } catch {
    return { ok: false, status: 0, message: UNREACHABLE };
  }
}
