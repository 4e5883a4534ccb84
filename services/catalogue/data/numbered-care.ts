import { I } from './ingredients.ts';
import type { SeedProduct } from './seed-product.ts';

/** 01 to 04. Ids 5, 9 and 11 are fixed by the skin-type pages (spec/1 §2: cleanse 5, hydrate 9, lock moisture 11). */
export const NUMBERED_FIRST: readonly SeedProduct[] = [
  {
    id: 5, uid: 'NH01GC150', type: 'PRODUCT', number: '01', step: 'cleanse', nameZh: '溫和潔膚露', nameEn: 'Gentle Cleanser',
    subTitle: '弱酸性胺基酸，洗後不緊繃', summary: '以糖與椰子油製成的潔淨成分，溫和帶走防曬、油脂與一天的灰塵，留下肌膚自己的油脂。',
    description: [
      '洗臉是每天做兩次的事，所以 01 是我們最克制的一瓶。沒有皂鹼、沒有硫酸鹽類界面活性劑，也沒有香精與色素；pH 5.5 的弱酸性凝露，遇水化成細密而服貼的泡沫。',
      '配方裡的胺基酸與維生素原 B5 在潔淨的同時補上水分，洗完不需要趕著擦保養品。淡妝與一般防曬可直接清潔；濃妝請先卸妝。',
      '於德國南部的小型工廠分批製造，空運來台，每一瓶的瓶底都印有批號。',
    ],
    characters: ['pH 5.5 弱酸性', '無皂鹼、無硫酸鹽', '無香精、無色素', '早晚皆可使用'],
    function: '溫和潔淨臉部肌膚，去除油脂、防曬與淡妝，洗後保持水潤不緊繃。',
    usage: '早晚各一次。按壓一到二下於掌心，加水搓出細泡，從臉頰開始畫圓，約三十秒後以微溫的水沖淨。早上膚況乾的話，只用清水也可以。',
    texture: '透明微稠的凝露，加水後泡沫細而矮，貼著皮膚，不會蓬得滿手。', scent: '沒有加香精；仔細聞有一點椰子原料的味道，沖水後就散了。', openMonths: 4,
    sizes: [150], price: [880, 760], image: 'gentle-cleanser', features: ['dryness', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.decylGlucoside, I.glycerin, I.glucoside, I.betaine, I.panthenol, I.arginine, I.betaineSugar, I.allantoin, I.lactic, I.xanthan, I.glyceryl],
    sample: 'NH01GC010S', flow: 'self,+9,-3,-4,+11', hot: true, sort: 10,
  },
  {
    id: 9, uid: 'NH02BT200', type: 'PRODUCT', number: '02', step: 'hydrate', nameZh: '保濕化妝水', nameEn: 'Balancing Toner',
    subTitle: '先補水，後面的才跟得上', summary: '天然保濕因子與兩種分子的玻尿酸，在洗臉後的第一分鐘為角質層補足水分。',
    description: [
      '洗臉後肌膚的水分散失得最快。02 含有與肌膚相同的天然保濕因子──胺基酸、PCA 鈉與尿素──讓水留在該在的地方。',
      '質地像水，沒有酒精。用手輕壓，或倒在化妝棉上濕敷三分鐘；乾燥的季節可以疊擦兩次。',
      '玻璃質感的瓶身其實是可回收的 PE，摔不破，適合放在浴室。',
    ],
    characters: ['天然保濕因子', '雙分子玻尿酸', '不含酒精', '可濕敷'],
    function: '洗臉後補充水分，平衡膚況，讓後續的精華與乳霜更容易推開。',
    usage: '洗臉擦乾後馬上用。倒約十元硬幣大小在掌心，分兩次輕壓全臉；想濕敷就沾濕化妝棉，三分鐘到了取下，不必等到棉片乾。',
    texture: '像水，倒出來會流動；壓進去之後留一點潤度，不黏手。', scent: '幾乎沒有味道，像剛打開的純水。', openMonths: 4,
    sizes: [200], price: [980, 850], image: 'balancing-toner', features: ['dryness', 'dullness-uneven-texture', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'],
    ingredients: [I.water, I.glycerin, I.pentanediol, I.betaineSugar, I.pca, I.urea, I.serine, I.hyaluron, I.hyaluronLow, I.panthenol, I.allantoin, I.lactic, I.glyceryl],
    sample: 'NH02BT010S', flow: '+5,self,-3,-4,+11', hot: true, sort: 20,
  },
  {
    id: 3, uid: 'NH03RE030', type: 'PRODUCT', number: '03', step: 'func', nameZh: '修護精華液', nameEn: 'Repair Essence',
    subTitle: '換季與療程之後，慢慢穩住', summary: '三種神經醯胺與膽固醇，以接近肌膚屏障的比例調製，給換季或過度清潔後，乾燥脆弱的肌膚。',
    description: [
      '健康的角質層像一道磚牆：細胞是磚，脂質是水泥。03 的脂質配方以神經醯胺、膽固醇與植物鞘胺醇組成，結構與人體本有的相同，排列也相仿。',
      '清爽的精華質地，每次兩滴即可覆蓋全臉。持續使用，乾燥與粗糙的觸感會慢慢柔和下來；每個人的膚況不同，請給肌膚一點時間。',
      '若您剛完成雷射、除毛等療程，請先依醫師指示，待肌膚表面閉合後再開始使用。',
    ],
    characters: ['三重神經醯胺', '人體同源脂質', '無香精、無酒精', '棕色玻璃瓶避光保存'],
    function: '維持肌膚屏障，改善乾燥、粗糙與緊繃，使脆弱的肌膚恢復柔軟的觸感。',
    usage: '早晚在 02 之後，滴兩滴於掌心，雙手合上溫一下，再按壓兩頰、額頭與下巴。下一步接 04 或 07。',
    texture: '半透明的乳白色精華，推開時滑，半分鐘內收乾，只留下柔軟。', scent: '無香精；卵磷脂帶著一絲豆漿似的氣味，靠近才聞得到。', openMonths: 4,
    sizes: [30], price: [1680, 1480], image: 'repair-essence', features: ['dryness', 'wrinkles-fine-lines', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'fragile'],
    ingredients: [I.water, I.glycerin, I.caprylic, I.lecithin, I.ceramideNp, I.ceramideAp, I.ceramideEop, I.phytosphingosine, I.cholesterol, I.squalane, I.panthenol, I.hyaluron, I.allantoin, I.vitaminE, I.xanthan, I.glyceryl],
    sample: 'NH03RE005S', flow: '+5,+9,self,-4,+11', hot: true, sort: 30,
  },
  {
    id: 4, uid: 'NH04SG050', type: 'PRODUCT', number: '04', step: 'hydrate', nameZh: '舒緩保濕凝膠', nameEn: 'Soothing Gel',
    subTitle: '日曬、悶熱與口罩之後', summary: '九成以上是水的清涼凝膠，以甘草、洋甘菊與依克多因舒緩乾熱的肌膚，夏天可以取代乳霜。',
    description: [
      '口罩裡的悶熱、午後的日曬、冷氣房的乾燥，都讓肌膚感到不適。04 一擦即化成水，不留黏膩，帶走熱感也補上水分。',
      '依克多因是在鹽湖裡生活的微生物用來保護自己的分子，能留住周圍的水；沒藥醇與甘草酸二鉀則讓肌膚靜下來。',
      '冷藏後使用更舒服。油性與混合性肌膚在夏天可以當作最後一道保養；乾性肌膚請再擦上 07。',
    ],
    characters: ['清涼無油', '依克多因', '可厚敷', '男女皆宜'],
    function: '舒緩日曬或悶熱後的不適，補充水分，清爽不黏膩。',
    usage: '日曬或悶熱之後薄擦一層；覺得熱就多擦一點，五分鐘後把還沒吸收的按進去。放在冰箱下層，擦起來更舒服。',
    texture: '透明果凍狀，碰到體溫就化成水，擦完是清爽的。', scent: '沒有香味，也沒有酒精味。', openMonths: 4,
    sizes: [50], price: [780, 680], image: 'soothing-gel', features: ['acne-blemishes', 'dryness', 'all-skin-types'],
    skinTypes: ['sensitive', 'combination', 'fragile'],
    ingredients: [I.water, I.butanediol, I.glycerin, I.ectoin, I.panthenol, I.hyaluron, I.bisabolol, I.licorice, I.centella, I.oat, I.allantoin, I.carbomer, I.arginine, I.glyceryl],
    sample: 'NH04SG005S', flow: '+5,+9,-3,self,-11', sort: 40,
  },
];
