import type { UploadedImages } from '@nordhaut/contracts';
import type { output } from 'zod/mini';
import { readAnswer } from '../../lib/api.ts';
import { UNREACHABLE } from '../../lib/messages.ts';
import { ACCOUNT_CHANNEL, useMember } from '../../lib/stores/member.ts';
import { withFields } from '../../lib/with-fields.ts';

const uploaded = withFields<output<typeof UploadedImages>>('fileNames');

/** Uploads images of a review for the member whom the page shows. Failures are values, as of `call`, which sends JSON only. */
export async function uploadImages(
  files: readonly File[],
): Promise<{ ok: true; fileNames: string[] } | { ok: false; status: number; message: string }> {
  const body = new FormData();
  for (const file of files) body.append('file[]', file);
  const { member } = useMember.getState();
  const headers = member && { 'for-member': member.user_uid };
  try {
    const result = await readAnswer(uploaded, await fetch('/api/upload/comment/', { method: 'POST', body, ...(headers && { headers }) }));
    if (result.ok) return { ok: true, fileNames: result.data.fileNames };
    // The page looks who is signed in: the session may be another member's, or have ended.
    setTimeout(() => dispatchEvent(new Event(ACCOUNT_CHANNEL)));
    return result;
  } catch {
    return { ok: false, status: 0, message: UNREACHABLE };
  }
}
