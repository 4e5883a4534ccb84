import { MEMBER_CATEGORY, memberIdOf } from '@nordhaut/accounts';
import type { Forgets } from '@nordhaut/platform/forgetting';
import { answersKey } from './answers-key.ts';
import { contentData } from './personal-data.ts';
import { visitorHash } from './questionnaire-routes.ts';
import { sealClearReasons } from './hiding-reasons.ts';
import { sealClearAnswers } from './sealed-answers.ts';
import { IMAGE_WAITS_MS } from './write-review.ts';

const BATCH = 1_000;

/**
 * A member's reviews with their images, and the answers of the member, or of the browsers that a forgotten buyer used. Answers
 * end after 12 months (decisions.md 20), and images that no review took after half an hour.
 */
export const contentForgetting: Forgets = {
  keeps: contentData,
  async erase({ pool, config }, { stream, visitors, data: { requester } }) {
    if (stream.startsWith(`${MEMBER_CATEGORY}-`)) {
      const memberId = memberIdOf(stream);
      await pool.query('delete from reviews where member_id = $1', [memberId]);
      await pool.query('delete from review_images where member_id = $1', [memberId]);
      await pool.query('delete from questionnaire_answers where is_member and sender = $1', [memberId]);
    }
    // The calendar is about an order of long ago; answers have their own end.
    if (requester === 'CALENDAR' || visitors.length === 0) return;
    const key = answersKey(config.of);
    const hashes = visitors.map((visitor) => visitorHash(key, visitor));
    await pool.query('delete from questionnaire_answers where not is_member and sender = any($1)', [hashes]);
  },

  async finish({ pool, clock, outer }) {
    const now = clock();
    const waited = new Date(now.getTime() - IMAGE_WAITS_MS);
    const images = await pool.query(
      `delete from review_images where image_name in
         (select image_name from review_images where comment_id is null and uploaded_at < $1 limit ${BATCH})`,
      [waited],
    );
    const answers = await pool.query(
      `delete from questionnaire_answers where ctid in
         (select ctid from questionnaire_answers where sent_at < $1::timestamptz - interval '12 months' limit ${BATCH})`,
      [now],
    );
    const unsealed = [await sealClearAnswers(pool, outer, BATCH), await sealClearReasons(pool, outer, BATCH)];
    return images.rowCount === BATCH || answers.rowCount === BATCH || unsealed.includes(true);
  },
};
