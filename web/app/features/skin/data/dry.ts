import type { SkinDefinition } from './form.ts';

export const DRY: SkinDefinition = {
  type: 'dry',
  title: '乾性肌',
  titleEn: 'Dry skin',
  intro: '乾，有兩種：缺水的乾和缺油的乾。多數人兩種都有，只是擦的順序顛倒了。先補水，再補脂，最後蓋上蓋子。',
  tone: 'lock',
  usualSkin: [
    { name: '整天緊繃', picture: 'skin-tight' },
    { name: '乾燥細紋', picture: 'skin-lines' },
    { name: '粗糙龜裂', picture: 'skin-dry' },
    { name: '暗沉無光', picture: 'skin-dull' },
  ],
  care: [
    { productId: 5, must: true },
    { productId: 9, must: true },
    { productId: 3, must: false },
    { productId: 7, must: false },
    { productId: 11, must: true },
  ],
  problemTitle: '為什麼擦了還是乾？',
  problemText: '不是擦得不夠，而是留不住。',
  problems: {
    kind: 'problems',
    list: [
      { title: '只有水，沒有蓋子', text: '化妝水擦了五層，半小時後又乾。水沒有脂質蓋著，會連肌膚自己的水一起帶走。', picture: 'skin-dry' },
      {
        title: '只有油，沒有水',
        text: '直接擦上厚重的乳霜，表面滑了，底下還是緊。油不會變成水，它只能留住已經在的水。',
        picture: 'skin-tight',
      },
      { title: '年紀與熱水', text: '皮脂從三十歲前後逐年減少。冬天的熱水澡，五分鐘帶走的脂質要一整天才補得回來。', picture: 'skin-lines' },
    ],
  },
  selfCheck: null,
  fix: {
    title: '一層水，一層脂，一個蓋子',
    text: '順序就是號碼：由小到大。',
    steps: [
      { title: '趁臉還濕', text: '洗完臉輕按掉水滴，一分鐘內擦上 02。乾燥的季節可以輕壓兩次。', picture: 'use-press-hydrate' },
      { title: '在乾紋處多停一下', text: '03 兩滴按壓全臉；眼尾與嘴角再點一滴 05，不拉扯。', picture: 'use-points' },
      { title: '把 07 溫開再擦', text: '珍珠大小的 07 在掌心溫開，由內向外按壓。兩頰與嘴角再疊一層。', picture: 'use-outward-lock' },
    ],
  },
};
