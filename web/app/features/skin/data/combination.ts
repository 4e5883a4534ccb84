import type { SkinDefinition } from './form.ts';

export const COMBINATION: SkinDefinition = {
  type: 'combination',
  title: '混合肌',
  titleEn: 'Combination skin',
  intro: '中午的額頭發亮，晚上的臉頰脫皮。混合肌不需要兩套保養，只需要同一套，在不同的地方用不同的量。',
  tone: 'func',
  usualSkin: [
    { name: 'T 字出油', picture: 'skin-oil' },
    { name: '毛孔明顯', picture: 'skin-pores' },
    { name: '反覆粉刺', picture: 'skin-acne' },
    { name: '兩頰乾燥', picture: 'skin-flake' },
  ],
  care: [
    { productId: 5, must: true },
    { productId: 9, must: true },
    { productId: 8, must: false },
    { productId: 4, must: false },
    { productId: 11, must: true },
  ],
  problemTitle: '看看您屬於哪一種',
  problemText: '上妝三小時後，用一張面紙輕按全臉，再對照下面四張圖。',
  problems: {
    kind: 'evaluate',
    list: [
      { title: '只有額頭與鼻子透油：標準的混合肌。T 字少擦，兩頰照常。', picture: 'use-tzone', hover: 'skin-oil' },
      { title: '全臉透油，洗完卻緊：缺水造成的出油。先把 02 的量加倍。', picture: 'use-wash', hover: 'skin-tight' },
      { title: '鼻翼與下巴粗糙：老廢角質堆積。06 隔天晚上用一次。', picture: 'use-points', hover: 'skin-pores' },
      { title: '幾乎沒有油，兩頰脫屑：比較接近乾性肌，請看乾性肌的頁面。', picture: 'use-outward-lock', hover: 'skin-flake' },
    ],
  },
  selfCheck: null,
  fix: {
    title: '同一套，不同的量',
    text: '不必分區買兩份，分區擦就好。',
    steps: [
      { title: '洗，但不要洗到發澀', text: '01 搓出泡沫，先洗 T 字，最後十秒才帶過兩頰。發澀代表洗過頭了。', picture: 'use-wash' },
      { title: '06 從 T 字開始', text: '晚上兩滴，從額頭、鼻翼到下巴，剩下的才帶到臉頰。第一週隔天使用。', picture: 'use-tzone' },
      { title: '夏天 04，冬天 07', text: '夏天以 04 作最後一步；兩頰乾的日子，只在兩頰擦 07。', picture: 'use-outward-hydrate' },
    ],
  },
};
