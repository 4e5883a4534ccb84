import { REVIEW_BODY_LIMIT, REVIEW_TITLE_LIMIT } from '../content-vocabulary.ts';

/** Messages of the content pages and their forms (spec/1-catalogue-and-content §8). */
export const contentMessages = {
  notReady: '內容載入中，請稍後再試',
  postNotFound: '找不到此文章',
  categoryUnknown: '找不到此分類',
  campaignNotFound: '找不到此活動',
  pageNotFound: '找不到此頁',
  skinTypeUnknown: '找不到此膚質頁面',
  reviewNotFound: '404 找不到此評論',
  signInFirst: '請先登入會員',
  notRated: '請給予此產品評分',
  titleTooLong: `標題最多 ${REVIEW_TITLE_LIMIT} 個字`,
  bodyTooLong: `內容最多 ${REVIEW_BODY_LIMIT} 個字`,
  reviewSent: '已送出評分！感謝您的回饋！',
  imageUnreadable: '圖片格式不支援或已損壞，請上傳 PNG、JPEG 或 HEIC',
  imageTooLarge: '圖片過大，每張最多 10 MB、4,000 萬像素（HEIC 2,500 萬）',
  tooManyImages: '最多上傳 5 張圖片',
  imageUnknown: '圖片已失效，請重新上傳',
  uploadBusy: '目前上傳人數較多，請稍後再試',
  uploadSlow: '上傳速度過慢，請確認網路後再試',
  questionnaireNotFound: '找不到此問卷',
  answersIncomplete: '有必填的題目尚未填寫，請確認',
  answersInvalid: '有題目的回答格式不正確，請確認',
  tooManyAnswers: '目前網路今日的填寫次數已達上限，請明天再試，或登入會員後填寫',
  searchEmpty: '請輸入要搜尋的字詞',
} as const;

/** Characters as people count them, so that a letter with its accents or an emoji is one. */
const characters = (text: string): number => [...new Intl.Segmenter('zh-Hant').segment(text)].length;

/** The first rule that the form breaks; undefined where it may be sent. */
export function reviewFault({ stars, title, content }: { stars: number; title: string; content: string }) {
  if (!(Number.isInteger(stars) && stars >= 1 && stars <= 5)) return { field: 'stars', message: contentMessages.notRated } as const;
  if (characters(title.trim()) > REVIEW_TITLE_LIMIT) return { field: 'title', message: contentMessages.titleTooLong } as const;
  if (characters(content.trim()) > REVIEW_BODY_LIMIT) return { field: 'content', message: contentMessages.bodyTooLong } as const;
  return undefined;
}
