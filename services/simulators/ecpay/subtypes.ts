import texts from './data/status-texts.json' with { type: 'json' };

export type Subtype = 'UNIMARTC2C' | 'FAMIC2C' | 'TCAT';
export type Merchant = { id: string; key: string; iv: string; subtypes: readonly Subtype[] };

/** The two public stage merchants. Each may send only its own subtypes (providers §1.2). */
export const ECPAY_STAGE: readonly Merchant[] = [
  { id: '2000933', key: 'XBERn1YOvpM9nfZc', iv: 'h1ONHk4P4yqbl5LK', subtypes: ['UNIMARTC2C', 'FAMIC2C'] },
  { id: '2000132', key: '5294y06JbISpM5x9', iv: 'v77hoKGq4kWxNNIS', subtypes: ['TCAT'] },
];
/** ECPay's error text for a merchant that may not use this carrier (providers §1.2). */
export const NO_KEY = '找不到加密金鑰，請確認是否有申請開通此物流方式!';
export const merchantOf = (id: string | undefined): Merchant | undefined => ECPAY_STAGE.find((merchant) => merchant.id === id);

export const SUBTYPES: readonly Subtype[] = ['UNIMARTC2C', 'FAMIC2C', 'TCAT'];
export const isSubtype = (value: string | undefined): value is Subtype => SUBTYPES.some((subtype) => subtype === value);
export const typeOf = (subtype: Subtype): 'HOME' | 'CVS' => (subtype === 'TCAT' ? 'HOME' : 'CVS');

const TEXTS: Record<Subtype, Record<string, string>> = texts;
export const codesOf = (subtype: Subtype): [code: string, text: string][] => Object.entries(TEXTS[subtype]);
export const statusText = (subtype: Subtype, code: number): string | undefined => TEXTS[subtype][String(code)];

const GOODS_ARRIVE = [300, 310, 3001, 3120, 3006];

/** Sequences of status codes by name (providers §1.10). The carrier documents all except those of TCAT. */
export const FLOWS: Record<Subtype, Record<string, readonly number[]>> = {
  UNIMARTC2C: {
    collected: [300, 2068, 2030, 2073, 2067],
    'not-collected': [300, 2068, 2030, 2073, 2074, 2072, 2070],
    'not-fetched': [300, 2068, 2030, 2073, 2076, 2072, 2096, 2097],
    'store-closes': [300, 2068, 2104, 2105, 2030, 2073, 2067],
    'sender-store-closes': [300, 2068, 2030, 2073, 2074, 2076, 2104, 2105, 2072, 2070],
    'never-shipped': [300, 7013],
  },
  FAMIC2C: {
    collected: [300, 3032, 3024, 3018, 3022],
    'not-collected': [300, 3032, 3024, 3018, 3020, 3019, 3023],
    'not-fetched': [300, 3032, 3024, 3018, 3020, 3019, 3021, 7035],
    'store-closes': [300, 3032, 7011, 2105, 3024, 3018, 3022],
    'sender-store-closes': [300, 3032, 3024, 3018, 3020, 7032, 2105, 3031, 3023],
    'never-shipped': [300, 7014, 7013],
  },
  TCAT: {
    collected: [...GOODS_ARRIVE, 3003],
    'not-collected': [...GOODS_ARRIVE, 3002, 5004],
    refused: [...GOODS_ARRIVE, 3117, 5005],
  },
};

export const FLOW_LABELS: Record<string, string> = {
  collected: '順利取件',
  'not-collected': '買家未取',
  'not-fetched': '買賣家皆未取',
  'store-closes': '取件門市關轉',
  'sender-store-closes': '退回時寄件門市關轉',
  'never-shipped': '賣家未出貨',
  refused: '拒收',
};

/** Codes after which the seller must choose another store. The carrier also reports them to `LogisticsC2CReplyURL`. */
export const STORE_PROBLEMS: readonly number[] = [2101, 2102, 2103, 2104, 7011, 7032];
