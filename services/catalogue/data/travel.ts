import { I } from './ingredients.ts';
import type { SeedProduct } from './seed-product.ts';

/**
 * The travel set, a gift to new members (decisions.md 58), with the one item that exists nowhere else. Neither is sold:
 * `launched` is empty. The set is worth what its three items are.
 */
export const TRAVEL: readonly SeedProduct[] = [
  {
    id: 34, uid: 'NH07MC020T', type: 'PRODUCT', step: 'lock', nameZh: '旅行裝滋養霜', nameEn: 'Travel Cream',
    subTitle: '07 的隨身罐', summary: '與 07 保濕滋養霜相同的配方，20 毫升，只隨旅行組附上。',
    description: ['與 07 相同的配方，容量改為 20 毫升，約三週的份量。'],
    characters: ['20 ml 可帶上飛機', '與 07 相同配方'],
    function: '鎖住水分與養分。',
    usage: '與 07 相同，早晚的最後一步；罐子小，一次挖米粒大小就好。',
    texture: '同 07 的軟霜，只是裝得少。', scent: '與大罐的 07 同一個味道，沒有另加香精。', openMonths: 4,
    sizes: [20], price: [480, 480], image: 'travel-cream', features: ['dryness', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.caprylic, I.glycerin, I.squalane, I.shea, I.cetearyl, I.lecithin, I.ceramideNp, I.cholesterol, I.jojoba, I.panthenol, I.hyaluron, I.vitaminE, I.allantoin, I.xanthan, I.glyceryl],
    flow: '31,32,self', launched: '', sort: 140,
  },
  {
    id: 25, uid: 'NHSET-TRAVEL', type: 'SET', step: 'cleanse', nameZh: '旅行組', nameEn: 'Travel Set',
    subTitle: '01、02、07 的隨身瓶', summary: '潔膚、補水、鎖水的三個旅行裝，送給新會員。',
    description: ['01、02、07 的旅行裝各一，容量都符合隨身行李規定。', '新會員的贈品，不單獨販售。'],
    characters: ['三個必須步驟', '可帶上飛機', '價值 NT$1,150'],
    function: '旅途中完成每日基本保養：潔淨、補水、鎖水。',
    usage: '出門前放進透明夾鏈袋，早晚依 01、02、07 的順序使用。',
    texture: '與三瓶大的完全一樣：凝露、水、軟霜。', scent: '旅行裝也都不加香精。', openMonths: 4,
    sizes: [], price: [1150, 1150], image: 'travel-set', features: ['all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'], ingredients: [], setItems: [31, 32, 34], launched: '', sort: 240,
  },
];
