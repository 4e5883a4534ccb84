import { I } from './ingredients.ts';
import type { SeedProduct } from './seed-product.ts';

/** Small things offered in the cart at their ADDITIONAL price; the hand cream is one of them too. */
export const ADDITIONAL: readonly SeedProduct[] = [
  {
    id: 31, uid: 'NH01GC050T', type: 'PRODUCT', step: 'cleanse', nameZh: '旅行裝潔膚露', nameEn: 'Travel Cleanser',
    subTitle: '01 的隨身瓶，可帶上飛機', summary: '與 01 溫和潔膚露相同的配方，50 毫升，約兩週的份量。',
    description: ['與 01 相同的配方與瓶口，容量改為 50 毫升，符合隨身行李規定。', '用完可以從大瓶補充。'],
    characters: ['50 ml 可帶上飛機', '與 01 相同配方'],
    function: '溫和潔淨臉部肌膚。',
    usage: '用法與 01 相同；瓶口是掀蓋，倒出約一元硬幣大小就夠洗一次臉。',
    texture: '跟大瓶的 01 一樣是透明凝露。', scent: '沒有加香精，味道同 01。', openMonths: 4,
    sizes: [50], price: [320, 280, 199], image: 'travel-cleanser', features: ['all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.decylGlucoside, I.glycerin, I.glucoside, I.betaine, I.panthenol, I.arginine, I.betaineSugar, I.allantoin, I.lactic, I.xanthan, I.glyceryl],
    flow: 'self,+9,+11', sort: 120,
  },
  {
    id: 32, uid: 'NH02BT050T', type: 'PRODUCT', step: 'hydrate', nameZh: '旅行裝化妝水', nameEn: 'Travel Toner',
    subTitle: '02 的隨身瓶', summary: '與 02 保濕化妝水相同的配方，50 毫升，冷氣房與機上都用得到。',
    description: ['與 02 相同的配方，容量改為 50 毫升。', '機上空氣乾燥，每兩小時輕壓一次。'],
    characters: ['50 ml 可帶上飛機', '與 02 相同配方'],
    function: '隨時補充水分。',
    usage: '機上或冷氣房裡覺得緊繃時，倒少許在掌心輕壓兩頰，不必卸妝。',
    texture: '水狀，與 02 完全相同，只是瓶子小。', scent: '幾乎無味，鄰座的人聞不到。', openMonths: 4,
    sizes: [50], price: [350, 310, 220], image: 'travel-toner', features: ['dryness', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.glycerin, I.pentanediol, I.betaineSugar, I.pca, I.urea, I.serine, I.hyaluron, I.hyaluronLow, I.panthenol, I.allantoin, I.lactic, I.glyceryl],
    flow: '5,self,+11', sort: 130,
  },
  {
    id: 33, uid: 'NHCP080', type: 'PRODUCT', step: 'hydrate', nameZh: '有機化妝棉', nameEn: 'Cotton Pads',
    subTitle: '80 片，濕敷不掉絮', summary: '有機棉壓製，邊緣封合，吸水而不吸走化妝水。',
    description: ['以有機棉壓製，邊緣封合不掉絮，濕敷三分鐘剛好。', '紙盒包裝，沒有塑膠封膜。'],
    characters: ['有機棉', '無氯漂白', '80 片入'],
    function: '搭配 02 化妝水擦拭或濕敷。',
    usage: '整片倒濕了再擦，棉纖維才不會拉扯皮膚；濕敷時兩片分貼兩頰。',
    texture: '壓紋的一面用來擦，平滑的一面用來敷，吸飽了水依然挺。', scent: '棉花本來的味道，沒有漂白水味。', openMonths: null,
    sizes: [], price: [180, 160, 99], image: 'cotton-pads', features: ['all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'], ingredients: [I.cotton], sort: 140,
  },
];
