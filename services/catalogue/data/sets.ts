import type { SeedProduct } from './seed-product.ts';

/** Care sets. A set is on sale only while every item is (spec/1 §2), so 24 waits for its mask. */
export const SETS: readonly SeedProduct[] = [
  {
    id: 21, uid: 'NHSET-BASIC', type: 'SET', step: 'cleanse', nameZh: '基礎保養三件組', nameEn: 'Daily Basics Set',
    subTitle: '01、02、07，從這裡開始', summary: '潔膚、補水、鎖水，一天只要三個動作。第一次認識 Nordhaut，從這一組開始最剛好。',
    description: ['保養不必很多瓶。01 洗淨、02 補水、07 留住，三個號碼由小到大，早晚各一次。', '三瓶皆為正品容量，比單買省下 NT$540；隨組附上每一瓶的七天試用品，先試再開正品。'],
    characters: ['三個必須步驟', '正品容量', '附七天試用品'],
    function: '完成每日基本保養：潔淨、補水、鎖水。',
    usage: '早晚各一輪：01 洗臉，02 補水，07 收尾。中間不必等，手上的水乾了就接下一瓶。',
    texture: '凝露、水、軟霜各一瓶，由薄到厚。', scent: '三瓶都沒有加香精。', openMonths: 4,
    sizes: [], price: [2700, 2380], image: 'daily-basics-set', features: ['dryness', 'all-skin-types'],
    skinTypes: ['sensitive', 'dry', 'combination', 'fragile'], ingredients: [], setItems: [5, 9, 11], flow: '+5,+9,+11', hot: true, sort: 200,
  },
  {
    id: 22, uid: 'NHSET-SENS', type: 'SET', step: 'func', nameZh: '敏弱肌安心組', nameEn: 'Sensitive Care Set',
    subTitle: '01、02、03、04，少即是多', summary: '給換季容易乾燥、不穩定的肌膚：四瓶都沒有香精、酒精與色素。',
    description: ['敏弱的時候，成分越少越好。這一組四瓶的成分加起來不到五十種，全部列在各自的商品頁。', '先以 01 溫和洗淨，02 輕壓補水，03 兩滴按壓全臉，最後以 04 舒緩。肌膚穩定後，再視需要加上 07。'],
    characters: ['無香精、無酒精、無色素', '四瓶正品', '附七天試用品'],
    function: '溫和潔淨與保濕，維持敏弱肌膚的穩定。',
    usage: '先 01、再 02，接著是 03；覺得熱或悶的日子，最後補 04。',
    texture: '從凝露、水、乳白精華到透明凝膠，四瓶都不厚重。', scent: '四瓶都沒有香精，也沒有酒精味。', openMonths: 4,
    sizes: [], price: [3780, 3320], image: 'sensitive-care-set', features: ['dryness', 'all-skin-types'],
    skinTypes: ['sensitive', 'fragile'], ingredients: [], setItems: [5, 9, 3, 4], flow: '+5,+9,+3,-4', sort: 210,
  },
  {
    id: 23, uid: 'NHSET-RAD', type: 'SET', step: 'lock', nameZh: '亮采緊緻組', nameEn: 'Radiance Set',
    subTitle: '05 與 08，晚上緊實、白天明亮', summary: '晚上一處一滴 05，白天一層 08，給看起來疲倦的肌膚。',
    description: ['05 的胜肽在夜裡，08 的維生素 C 在白天，各做各的事。', '建議搭配 02 化妝水打底；白天擦完 08，請再擦防曬。'],
    characters: ['日夜分工', '兩瓶正品', '會員優惠最多'],
    function: '使肌膚緊實，膚色看起來明亮均勻。',
    usage: '晚上 05、早上 08，兩瓶不必同時擦。08 之後的防曬不能省。',
    texture: '05 是淡黃色精華，08 是輕乳霜。', scent: '都只有原料本身的味道，很淡。', openMonths: 4,
    sizes: [], price: [3480, 2980], image: 'radiance-set', features: ['wrinkles-fine-lines', 'dullness-uneven-texture'],
    skinTypes: ['dry', 'combination'], ingredients: [], setItems: [7, 12], flow: '5,9,+7,+12', sort: 220,
  },
  {
    id: 24, uid: 'NHSET-NIGHT', type: 'SET', step: 'lock', nameZh: '夜間密集保濕組', nameEn: 'Overnight Set',
    subTitle: '03 加晚安面膜', summary: '乾燥季節的夜間組合。',
    description: ['03 兩滴，再厚擦一層晚安修護面膜，睡醒以溫水洗去。', '晚安修護面膜到貨後，此組合會重新開放。'],
    characters: ['一週兩次', '兩瓶正品'],
    function: '夜間密集保濕。',
    usage: '一週兩個晚上，03 之後厚擦面膜；其他日子只用 03。',
    texture: '清爽的精華，加上一層厚凝霜。', scent: '淡淡的穀物味，來自燕麥。', openMonths: 4,
    sizes: [], price: [2680, 2360], image: 'overnight-set', features: ['dryness'],
    skinTypes: ['dry', 'sensitive'], ingredients: [], setItems: [3, 15], flow: '+5,+9,+3,+15', sort: 230,
  },
];
