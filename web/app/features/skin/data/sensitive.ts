import type { SkinDefinition } from './form.ts';

export const SENSITIVE: SkinDefinition = {
  type: 'sensitive',
  title: '敏感肌',
  titleEn: 'Sensitive skin',
  intro: '風一吹就紅、換一瓶就刺。敏感的肌膚不是缺了什麼神奇成分，而是少了一層可以安心的距離。先把步驟減到最少，再一瓶一瓶加回來。',
  tone: 'hydrate',
  usualSkin: [
    { name: '容易泛紅', picture: 'skin-red' },
    { name: '發熱刺癢', picture: 'skin-heat' },
    { name: '洗後緊繃', picture: 'skin-tight' },
    { name: '乾燥脫屑', picture: 'skin-flake' },
  ],
  care: [
    { productId: 5, must: true },
    { productId: 9, must: true },
    { productId: 3, must: true },
    { productId: 4, must: false },
    { productId: 11, must: true },
  ],
  problemTitle: '敏感，多半是屏障變薄了',
  problemText: '角質層像一道磚牆，細胞是磚，脂質是水泥。水泥流失時，水往外跑，刺激往裡鑽。',
  problems: {
    kind: 'problems',
    list: [
      {
        title: '洗得太乾淨',
        text: '皂鹼與過熱的水帶走的不只油脂，還有把細胞黏在一起的脂質。洗完臉三分鐘內發緊，就是牆在漏水。',
        picture: 'skin-barrier',
      },
      { title: '換季與冷氣房', text: '溫差讓微血管忙著收縮擴張，乾燥的空氣又把水分帶走。臉頰先紅，接著才是脫屑。', picture: 'skin-flake' },
      { title: '一次用太多瓶', text: '香精、酒精與好幾種酸疊在一起，單獨都沒事，合起來就超過肌膚能處理的量。', picture: 'skin-heat' },
    ],
  },
  selfCheck: {
    question: '最近一個月，您有哪些狀況？',
    symptoms: [
      '洗完臉三分鐘內覺得緊繃',
      '擦保養品或防曬時會刺',
      '換季、進出冷氣房時臉頰泛紅',
      '鼻翼或嘴角常脫屑',
      '吃辣、喝酒或運動後紅很久不退',
      '換一瓶新產品就長小疹子',
    ],
    result: '勾選兩項以上，您的肌膚可能偏敏感。建議先停用酸類與去角質，從下面三個必須步驟開始，觀察四週。',
    otherwise: '目前看起來還算穩定。維持現在的步調，換新產品前先在手背試 24 小時。',
  },
  fix: {
    title: '先減少，再補足',
    text: '給肌膚一個安靜的四週。',
    steps: [
      {
        title: '第一週：只留三步',
        text: '01 洗淨、02 補水、07 留住。其他的先收進抽屜，化妝棉也先不用，改以手掌輕壓。',
        picture: 'use-press-hydrate',
      },
      { title: '第二週：加入 03', text: '緊繃感減少之後，晚上兩滴 03 按壓全臉，補上牆裡缺的脂質。', picture: 'use-amount-func' },
      { title: '第四週：視天氣加 04', text: '悶熱或日曬後，用冷藏過的 04 薄敷十分鐘。其餘的日子，三瓶就夠。', picture: 'use-cover' },
    ],
  },
};
