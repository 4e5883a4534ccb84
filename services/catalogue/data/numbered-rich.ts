import { I } from './ingredients.ts';
import type { SeedProduct } from './seed-product.ts';

/** 05 to 08: functional care and what locks the moisture in. */
export const NUMBERED_SECOND: readonly SeedProduct[] = [
  {
    id: 7, uid: 'NH05FE015', type: 'PRODUCT', number: '05', step: 'func', nameZh: '緊緻精華液', nameEn: 'Firming Essence',
    subTitle: '胜肽與 Q10，給眼角與嘴角', summary: '仿生胜肽，小瓶裝確保新鮮；一滴點在乾紋明顯的地方，再帶到全臉。',
    description: [
      '05 只裝 15 毫升，因為胜肽開封後就該用完。兩種仿生胜肽與腺苷、輔酶 Q10 一起，讓肌膚觸感緊實，因乾燥而來的細紋看起來較淡。',
      '兩邊眼尾、兩邊嘴角與額頭，一處一滴，每晚五滴，用指腹輕壓，不必拉扯。大約可以使用兩個月。',
      '這一瓶不附試用品；收到商品的隔日起七天內可無條件退貨，拆封後也可以退。',
    ],
    characters: ['雙胜肽', '人體同源輔酶 Q10', '15 ml 新鮮小瓶', '七天無條件退貨'],
    function: '使肌膚緊實彈潤，改善因乾燥產生的細紋，維持光澤。',
    usage: '每晚在 02 之後、乳霜之前，眼尾、嘴角與額頭一處一滴，指腹輕壓到不反光為止，剩下的帶到兩頰。請避開眼睛內側。',
    texture: '淡黃色、比水略稠的精華，延展得很遠，所以一處一滴就夠。', scent: '無香精，輔酶 Q10 帶一點植物油的味道。', openMonths: 4,
    sizes: [15], price: [2180, 1920], image: 'firming-essence', features: ['wrinkles-fine-lines', 'dullness-uneven-texture'],
    skinTypes: ['dry', 'combination'],
    ingredients: [I.water, I.glycerin, I.pentanediol, I.squalane, I.peptide, I.peptide4, I.adenosine, I.coenzyme, I.hyaluron, I.hyaluronLow, I.lecithin, I.vitaminE, I.xanthan, I.phenoxy],
    flow: '+5,+9,-3,self,+11', sort: 50,
  },
  {
    id: 8, uid: 'NH06CE030', type: 'PRODUCT', number: '06', step: 'func', nameZh: '淨膚調理精華', nameEn: 'Clarifying Essence',
    subTitle: '毛孔、出油與粗糙，一起整理', summary: '0.5% 水楊酸與 PCA 鋅，溫和整理老廢角質與油脂，讓毛孔看起來細緻、膚觸平滑。',
    description: [
      '混合性肌膚常常一半出油、一半乾燥。06 以低濃度的水楊酸柔軟角質，再由 PCA 鋅與菸鹼醯胺調理油脂，同時用玻尿酸把水補回來。',
      '第一週建議隔天晚上使用一次，習慣後再改為每晚。白天請擦防曬。',
      '對阿斯匹靈成分過敏者、孕期與三歲以下孩童請勿使用。',
    ],
    characters: ['水楊酸 0.5%', 'PCA 鋅控油', '無油配方', '建議夜間使用'],
    function: '調理油脂與角質，使毛孔看起來細緻，保持肌膚清爽平滑。',
    usage: '晚上使用，避開眼周與嘴角，薄薄一層就好。剛開始隔天用一次，一週後沒有不適再每晚使用；隔天早上記得防曬。',
    texture: '水感的透明精華，收乾後是霧面的，可以直接接 07。', scent: '沒有加香；剛擦上有一瞬間的草本味，來自白柳樹皮。', openMonths: 4,
    sizes: [30], price: [1480, 1280], image: 'clarifying-essence', features: ['acne-blemishes', 'enlarged-pores', 'dullness-uneven-texture'],
    skinTypes: ['combination'],
    ingredients: [I.water, I.butanediol, I.niacinamide, I.glycerin, I.salicylic, I.zincPca, I.willow, I.hyaluron, I.licorice, I.bisabolol, I.arginine, I.xanthan, I.glyceryl],
    sample: 'NH06CE005S', flow: '+5,+9,self,-4,-11', sort: 60,
  },
  {
    id: 11, uid: 'NH07MC050', type: 'PRODUCT', number: '07', step: 'lock', nameZh: '保濕滋養霜', nameEn: 'Moisturising Cream',
    subTitle: '把前面擦的，好好留住', summary: '角鯊烷、乳油木果與神經醯胺的層狀乳霜，擦上像第二層肌膚，不悶不油。',
    description: [
      '水補進去之後，要有東西把它留住。07 的乳化結構與角質層的脂質相同，是一層一層的薄片，而不是油滴；所以它滋潤，卻不油膩。',
      '取一粒珍珠大小，在掌心溫開，由臉頰向外按壓。夏天薄擦，冬天可以在鼻翼與嘴角加一層。',
      '不含礦物油、矽靈與羊毛脂。',
    ],
    characters: ['層狀乳化結構', '神經醯胺＋角鯊烷', '無礦物油、無矽靈', '四季適用'],
    function: '鎖住水分與養分，維持肌膚柔軟與彈性，改善乾燥粗糙。',
    usage: '早晚的最後一步。在臉上點五點再推勻，夜裡可以擦得厚一些。手擦乾了再挖，罐子裡才不會受潮。',
    texture: '乳白的軟霜，挖起來有尖角，推開像融化的奶油，一分鐘後摸起來不油。', scent: '乳油木果本身淡淡的堅果味，沒有另外調香。', openMonths: 4,
    sizes: [50], price: [1380, 1200], image: 'moisturising-cream', features: ['dryness', 'wrinkles-fine-lines', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.caprylic, I.glycerin, I.squalane, I.shea, I.cetearyl, I.lecithin, I.ceramideNp, I.cholesterol, I.jojoba, I.panthenol, I.hyaluron, I.vitaminE, I.allantoin, I.xanthan, I.glyceryl],
    sample: 'NH07MC005S', flow: '+5,+9,-3,-4,self', hot: true, sort: 70,
  },
  {
    id: 12, uid: 'NH08WC050', type: 'PRODUCT', number: '08', step: 'lock', nameZh: '煥白亮采霜', nameEn: 'Radiance Cream',
    subTitle: '不是變白，是變得明亮', summary: '穩定型維生素 C、菸鹼醯胺與光果甘草，日復一日讓暗沉的膚色看起來均勻、有光。',
    description: [
      '我們不承諾變白。08 要做的，是讓因日曬、熬夜與乾燥而暗沉的肌膚，看起來回到它本來的明亮。',
      '維生素 C 醣苷在棕色玻璃罐中保持穩定；菸鹼醯胺使膚色均勻；光果甘草與維生素 E 讓膚色看起來透亮。滋潤度比 07 輕一些，適合白天。',
      '白天使用後請擦防曬，明亮才留得住。',
    ],
    characters: ['維生素 C 醣苷', '菸鹼醯胺', '膚色均勻', '棕色玻璃罐避光'],
    function: '使暗沉的膚色看起來明亮均勻，同時滋潤保濕。',
    usage: '早上代替 07，取一粒紅豆大小推勻全臉，等兩分鐘再上防曬。晚上想用也可以，擦在 05 之後。',
    texture: '米白偏黃的輕乳霜，比 07 水一些，推得很快。', scent: '維生素原料帶一絲微酸，擦上臉就淡了。', openMonths: 4,
    sizes: [50], price: [1780, 1560], image: 'radiance-cream', features: ['dullness-uneven-texture', 'dryness'],
    skinTypes: ['dry', 'combination'],
    ingredients: [I.water, I.glycerin, I.caprylic, I.vitaminC, I.niacinamide, I.squalane, I.cetearyl, I.licoriceRoot, I.hyaluron, I.lecithin, I.panthenol, I.vitaminE, I.xanthan, I.phenoxy],
    sample: 'NH08WC005S', flow: '+5,+9,-7,-11,self', sort: 80,
  },
];
