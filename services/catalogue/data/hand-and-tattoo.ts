import { I } from './ingredients.ts';
import type { SeedProduct } from './seed-product.ts';

/** What stands outside the numbers: hands, tattoos, the sold-out mask and the withdrawn oil. */
export const OTHER_CARE: readonly SeedProduct[] = [
  {
    id: 13, uid: 'NHHC075', type: 'PRODUCT', step: 'hand', nameZh: '柔潤護手霜', nameEn: 'Hand Cream',
    subTitle: '擦完就能滑手機', summary: '尿素與米糠油，給一天洗手二十次的人。吸收快，不留指紋。',
    description: [
      '美容師與護理人員一天要洗幾十次手，這支護手霜就是為他們調的。5 % 尿素柔軟粗糙的角質，蜂蠟在表面留下一層透氣的膜，下一次洗手前都還在。',
      '質地比看起來輕，推開後約半分鐘吸收，不影響打字與滑手機。指緣與手肘同樣適用。',
    ],
    characters: ['5 % 尿素', '快速吸收不黏膩', '無香精', '鋁管包裝可擠到最後'],
    function: '滋潤乾燥粗糙的雙手與指緣，維持柔軟。',
    sizes: [75], price: [580, 500, 390], image: 'hand-cream', features: ['hand-dry', 'dryness'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.glycerin, I.urea, I.caprylic, I.cetearyl, I.rice, I.shea, I.beeswax, I.panthenol, I.allantoin, I.vitaminE, I.lactic, I.glyceryl],
    sample: 'NHHC005S', hot: true, sort: 90,
  },
  {
    id: 14, uid: 'NHTG050', slug: '刺青修護凝膠', type: 'PRODUCT', step: 'hydrate', nameZh: '刺青修護凝膠', nameEn: 'Tattoo Care Gel',
    subTitle: '讓線條清楚，讓顏色在', summary: '無香精、無色素的透明凝膠，保持刺青部位的水分，讓圖案看起來清晰、顏色飽滿。',
    description: [
      '刺青的顏色在皮膚裡，看它的卻是皮膚表面。乾燥的肌膚會讓線條看起來模糊；保持水分，圖案就清楚。',
      '薄薄一層，一天二至三次，輕拍吸收即可，不要搓揉。不含凡士林與礦物油，不會悶住肌膚。',
      '新的刺青請先遵照刺青師的照護方式，待表面完全閉合後再使用。使用前請於手背測試並觀察 24 小時。',
    ],
    characters: ['無礦物油、無凡士林', '無香精、無色素', '透明不沾衣', '刺青表面閉合後使用'],
    function: '為刺青部位保濕，改善乾燥粗糙，使圖案看起來清晰飽滿。',
    sizes: [50], price: [880, 780], image: 'tattoo-care-gel', features: ['dryness', 'all-skin-types'],
    skinTypes: ['fragile', 'sensitive'],
    ingredients: [I.water, I.glycerin, I.panthenol, I.ectoin, I.butanediol, I.hyaluron, I.centella, I.oat, I.bisabolol, I.squalane, I.allantoin, I.carbomer, I.arginine, I.glyceryl],
    sample: 'NHTG005S', flow: '-5,self', sort: 100,
  },
  {
    id: 15, uid: 'NHOM075', type: 'PRODUCT', step: 'lock', nameZh: '晚安修護面膜', nameEn: 'Overnight Mask',
    subTitle: '擦完就睡，早上洗掉', summary: '睡前的最後一層，整夜保濕。原料更新批次中，暫時缺貨。',
    description: ['燕麥與神經醯胺的免洗面膜，睡前厚擦一層，早上以溫水洗去。', '目前等待新一批燕麥萃取通過檢驗，到貨後會在此重新開放。'],
    characters: ['免洗面膜', '一週兩次', '無香精'],
    function: '夜間密集保濕，改善乾燥緊繃。',
    sizes: [75], price: [1280, 1100], image: 'overnight-mask', features: ['dryness', 'all-skin-types'],
    skinTypes: ['dry', 'sensitive'],
    ingredients: [I.water, I.glycerin, I.squalane, I.oat, I.ceramideNp, I.panthenol, I.hyaluron, I.cetearyl, I.allantoin, I.xanthan, I.glyceryl],
    launched: '0', sort: 110,
  },
  {
    id: 2, uid: 'NHCO150', type: 'PRODUCT', step: 'cleanse', nameZh: '卸妝潔膚油', nameEn: 'Cleansing Oil',
    subTitle: '已停產', summary: '自 2025 年起由 01 溫和潔膚露取代。',
    description: ['此商品已停產。'],
    characters: ['荷荷芭油基底'],
    function: '卸除彩妝與防曬。',
    sizes: [150], price: [980, 860], image: 'cleansing-oil', features: ['all-skin-types'],
    skinTypes: ['dry'],
    ingredients: [I.jojoba, I.almond, I.caprylic, I.squalane, I.vitaminE],
    launched: '', sort: 900,
  },
];
