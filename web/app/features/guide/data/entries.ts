import type { GuideEntry } from './form.ts';

/** Only the loader imports this file, so that no script contains the texts. */
export const GUIDE: readonly GuideEntry[] = [
  {
    productId: 5,
    number: '01',
    category: 'cleanse',
    function: '帶走防曬、油脂與一天的灰塵，留下肌膚自己的脂質。淡妝可直接清潔，濃妝請先卸妝。',
    sections: [
      { name: '敏感、乾性、脆弱肌', summer: 'BOTH', winter: 'NIGHT', other: '冬天早上用清水即可，晚上再用 01。' },
      { name: '混合、油性肌', summer: 'BOTH', winter: 'BOTH', other: 'T 字先洗，兩頰最後十秒帶過。' },
    ],
    steps: [
      { text: '雙手與臉先打濕，按壓兩次，約一枚五元硬幣的量。', picture: 'use-amount-cleanse' },
      { text: '加一點水，在掌心搓出細密的泡沫。', picture: 'use-lather' },
      { text: '用泡沫畫圈，由 T 字到兩頰，不超過三十秒。', picture: 'use-wash' },
      { text: '微溫的水沖淨，毛巾輕按，不要擦。', picture: 'use-rinse' },
    ],
  },
  {
    productId: 9,
    number: '02',
    category: 'hydrate',
    function: '洗臉後一分鐘內補水，讓後面的每一瓶更容易推開。',
    sections: [
      { name: '敏感、乾性、脆弱肌', summer: 'BOTH', winter: 'BOTH', other: '只用手掌輕壓，先不要用化妝棉。' },
      { name: '混合、油性肌', summer: 'BOTH', winter: 'BOTH', other: null },
    ],
    steps: [
      { text: '倒出約十元硬幣大小，在兩手掌心分開。', picture: 'use-amount-hydrate' },
      { text: '由臉頰到額頭輕壓，直到手掌不再滑。', picture: 'use-press-hydrate' },
      { text: '乾燥的日子再壓一次，重點在兩頰與嘴角。', picture: 'use-outward-hydrate' },
      { text: '想濕敷時，浸濕化妝棉敷三分鐘，乾之前取下。', picture: 'use-pad' },
    ],
  },
  {
    productId: 3,
    number: '03',
    category: 'func',
    function: '補上磚牆裡的水泥：三種神經醯胺，給乾燥、粗糙與換季不穩的肌膚。',
    sections: [
      { name: '敏感、乾性、脆弱肌', summer: 'NIGHT', winter: 'BOTH', other: '療程之後，請等表面閉合再開始。' },
      { name: '混合、油性肌', summer: null, winter: 'NIGHT', other: '只擦兩頰。' },
    ],
    steps: [
      { text: '兩滴就夠，滴在掌心，不直接滴在臉上。', picture: 'use-amount-func' },
      { text: '雙手合掌溫開，按壓兩頰與額頭。', picture: 'use-press-func' },
      { text: '剩下的帶到鼻翼與嘴角。', picture: 'use-outward-func' },
      { text: '等一分鐘，再擦下一瓶。', picture: 'use-moon' },
    ],
  },
  {
    productId: 4,
    number: '04',
    category: 'hydrate',
    function: '日曬、悶熱與口罩之後的清涼補水。夏天可以取代乳霜。',
    sections: [
      { name: '敏感、乾性、脆弱肌', summer: 'BOTH', winter: null, other: '乾性肌之後請再擦 07。' },
      { name: '混合、油性肌', summer: 'BOTH', winter: 'DAY', other: '夏天可作最後一步。' },
    ],
    steps: [
      { text: '取一元硬幣大小，冷藏後用更舒服。', picture: 'use-amount-hydrate' },
      { text: '點在發熱的地方，由內向外推開。', picture: 'use-outward-hydrate' },
      { text: '曬後厚敷十分鐘，多的用面紙輕按掉。', picture: 'use-cover' },
    ],
  },
  {
    productId: 7,
    number: '05',
    category: 'func',
    function: '雙胜肽與 Q10，照顧眼角、嘴角與額頭因乾燥而來的細紋。',
    sections: [
      { name: '敏感、脆弱肌', summer: null, winter: 'NIGHT', other: '膚況穩定時再用，先在手背試 24 小時。' },
      { name: '乾性、混合肌', summer: 'NIGHT', winter: 'NIGHT', other: '15 ml 約可用兩個月，開封後四個月內用完。' },
    ],
    steps: [
      { text: '一滴，滴在指腹。', picture: 'use-amount-func' },
      { text: '點在眼尾、嘴角與額頭，輕壓不拉扯。', picture: 'use-points' },
      { text: '剩下的由內向外帶過全臉。', picture: 'use-outward-func' },
      { text: '晚上使用，睡前十分鐘擦完。', picture: 'use-moon' },
    ],
  },
  {
    productId: 8,
    number: '06',
    category: 'func',
    function: '0.5 % 水楊酸與 PCA 鋅，整理出油、毛孔與粗糙。',
    sections: [
      { name: '混合、油性肌', summer: 'NIGHT', winter: 'NIGHT', other: '第一週隔天用一次。白天請擦防曬。' },
      { name: '敏感、脆弱肌', summer: null, winter: null, other: '屏障還薄的時候，請先跳過這一瓶。' },
    ],
    steps: [
      { text: '兩滴，滴在掌心。', picture: 'use-amount-func' },
      { text: '從額頭、鼻翼到下巴，避開眼周。', picture: 'use-tzone' },
      { text: '剩下的才帶到兩頰。', picture: 'use-outward-func' },
      { text: '只在晚上用；隔天早上記得防曬。', picture: 'use-moon' },
    ],
  },
  {
    productId: 11,
    number: '07',
    category: 'lock',
    function: '把前面擦的水留住。層狀乳霜，滋潤而不悶。',
    sections: [
      { name: '敏感、乾性、脆弱肌', summer: 'NIGHT', winter: 'BOTH', other: '嘴角與兩頰可以再疊一層。' },
      { name: '混合、油性肌', summer: null, winter: 'NIGHT', other: '只擦兩頰，T 字略過。' },
    ],
    steps: [
      { text: '取珍珠大小，在掌心溫開。', picture: 'use-amount-lock' },
      { text: '由臉頰向外按壓，再到額頭。', picture: 'use-outward-lock' },
      { text: '餘下的由下往上帶到脖子。', picture: 'use-neck' },
    ],
  },
  {
    productId: 12,
    number: '08',
    category: 'lock',
    function: '維生素 C 與菸鹼醯胺，讓暗沉的膚色看起來均勻明亮。比 07 輕，適合白天。',
    sections: [
      { name: '乾性、混合肌', summer: 'DAY', winter: 'DAY', other: '有 07 的人，白天 08、晚上 07。' },
      { name: '敏感、脆弱肌', summer: null, winter: 'DAY', other: '膚況穩定後再開始。' },
    ],
    steps: [
      { text: '取珍珠大小，在掌心溫開。', picture: 'use-amount-lock' },
      { text: '按壓兩頰、額頭與下巴。', picture: 'use-press-lock' },
      { text: '等兩分鐘，再擦防曬。', picture: 'use-sun' },
    ],
  },
  {
    productId: 13,
    number: '手',
    category: 'hand',
    function: '常洗手的人，每次擦乾之後的第一件事。',
    sections: [{ name: '所有膚質', summer: 'BOTH', winter: 'BOTH', other: '睡前厚擦，戴上棉手套，隔天的指緣會柔軟許多。' }],
    steps: [
      { text: '取一粒紅豆大小，擠在手背，不是掌心。', picture: 'use-amount-hand' },
      { text: '兩手背互相推開，再帶到指緣與指甲。', picture: 'use-amount-hand' },
    ],
  },
];
