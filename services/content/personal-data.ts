import type { PersonalSet } from '@nordhaut/platform/forgetting';
import { answersKey } from './answers-key.ts';
import { visitorHash } from './questionnaire-routes.ts';
import { type AnswersRow, openAnswers } from './sealed-answers.ts';

const forgotten = { kind: 'forgotten', purposes: ['contact'] } as const;

/** Reviews and answers of people. */
export const contentData: readonly PersonalSet[] = [
  {
    name: 'reviews',
    title: '商品評價',
    ends: forgotten,
    async read({ pool }, { member }) {
      const { rows } = await pool.query<{ comment_create_at: Date; fields: Record<string, unknown> }>(
        `select comment_create_at, jsonb_build_object('商品', product_id, '星等', comment_stars, '標題', comment_title, '內容', comment_content,
           '顯示名稱', comment_user_name, '性別', comment_gender, '年齡', comment_age_range, '膚質', comment_skin_type) as fields
         from reviews where member_id = $1 order by comment_create_at`,
        [member],
      );
      return rows.map(({ comment_create_at, fields }) => ({ at: comment_create_at.toISOString(), label: '評價', values: fields }));
    },
  },
  {
    name: 'review-images',
    title: '評價圖片',
    ends: forgotten,
    async read({ pool }, { member }) {
      const { rows } = await pool.query<{ uploaded_at: Date; image_name: string; bytes: Buffer }>(
        'select uploaded_at, image_name, bytes from review_images where member_id = $1 order by uploaded_at',
        [member],
      );
      return rows.map(({ uploaded_at, image_name, bytes }) => ({
        at: uploaded_at.toISOString(),
        label: '圖片',
        values: { 檔名: image_name, 內容: `data:image/webp;base64,${bytes.toString('base64')}` },
      }));
    },
  },
  {
    name: 'questionnaires',
    title: '問卷回答',
    ends: forgotten,
    async read({ pool, config, outer }, { member, visitors }) {
      const key = answersKey(config.of);
      const { rows } = await pool.query<AnswersRow & { sent_at: Date }>(
        `select sent_at, questionnaire_template_route as route, sender, answers, sealed, outer_key from questionnaire_answers
         where (is_member and sender = $1) or (not is_member and sender = any($2::text[])) order by sent_at`,
        [member, visitors.map((visitor) => visitorHash(key, visitor))],
      );
      return rows.flatMap((row) => {
        const answers = openAnswers(outer, row);
        return answers ? [{ at: row.sent_at.toISOString(), label: row.route, values: answers }] : [];
      });
    },
  },
];
