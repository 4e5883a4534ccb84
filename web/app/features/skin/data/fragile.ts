import type { SkinDefinition } from './form.ts';

export const FRAGILE: SkinDefinition = {
  type: 'fragile',
  title: '脆弱肌',
  titleEn: 'Fragile skin',
  intro: '雷射、刺青、除毛之後的肌膚，表面看起來沒事，底下正在重建。這段時間的保養只有一件事：不添亂。',
  tone: 'cleanse',
  usualSkin: [
    { name: '雷射之後', picture: 'skin-laser' },
    { name: '刺青之後', picture: 'skin-tattoo' },
    { name: '除毛之後', picture: 'skin-hair' },
  ],
  care: [
    { productId: 5, must: true },
    { productId: 9, must: true },
    { productId: 3, must: null },
    { productId: 4, must: false },
    { productId: 11, must: true },
  ],
  problemTitle: '療程之後，肌膚怎麼了？',
  problemText: '以下的保養適用於表面已經閉合的肌膚。還有傷口、滲液或結痂時，請先依醫師與操作人員的指示。',
  problems: {
    kind: 'problems',
    list: [
      {
        title: '雷射與光療',
        text: '光與熱讓角質層暫時變薄，水分流失比平常快，也更怕曬。紅與乾通常在頭幾天最明顯。',
        picture: 'skin-laser',
      },
      { title: '刺青', text: '針在表皮留下許多小小的開口。閉合之後，乾燥會讓圖案看起來霧霧的，也容易發癢。', picture: 'skin-tattoo' },
      { title: '除毛', text: '蜜蠟與刮刀連角質一起帶走。毛孔周圍的紅點多半在一兩天內退去，這時最忌摩擦與香精。', picture: 'skin-hair' },
    ],
  },
  selfCheck: null,
  fix: {
    title: '少碰、少曬、少成分',
    text: '表面閉合之後，照這三步慢慢來。',
    steps: [
      { title: '用水溫洗，不用手勁', text: '微溫的水，01 的泡沫放在上面十秒就沖掉。毛巾用按的。', picture: 'use-rinse' },
      {
        title: '04 冷藏後薄敷',
        text: '發熱的時候，冷藏的 04 薄敷十分鐘再輕輕按掉。第一次使用請先試一小塊，觀察 24 小時。',
        picture: 'use-cover',
      },
      { title: '白天一定要防曬', text: '07 之後再加防曬，或用帽子與衣服遮住。這一步省了，前面都白做。', picture: 'use-sun' },
    ],
  },
};
