import { readShopConfig } from '../../services/shop/config.ts';

/** Settings without which the shop refuses to start in production. */
export function demandedInProduction() {
  try {
    readShopConfig({ NODE_ENV: 'production' });
    return [];
  } catch (error) {
    if (error.name !== 'ConfigError') throw error;
    return error.sentences.flatMap((sentence) => /^(\S+) must be set in production\.$/.exec(sentence)?.[1] ?? []);
  }
}

/** Invented values for settings with a strict format. */
const FITTING = {
  FORGOTTEN_LIST: '/var/lib/nordhaut/forgotten',
  PERSONAL_DATA_KEYS: `2026:${Buffer.alloc(32, 'x').toString('base64')}`,
  TAPPAY_ENVIRONMENT: 'production',
  ECPAY_SENDER_NAME: '王小明',
  ECPAY_SENDER_CELL_PHONE: '0922333444',
  MAIL_FROM_ADDRESS: 'service@shop.example',
  BRAND_EMAIL: 'care@shop.example',
};

/** Each of these settings with a valid, invented value. */
export function productionEnvironment() {
  const given = { NODE_ENV: 'production', METRICS_TOKEN: 'm'.repeat(32) };
  for (const name of demandedInProduction()) {
    given[name] = FITTING[name] ?? (name.endsWith('_URL') ? 'https://provider.example' : name.endsWith('_ID') ? '3002607' : 'x'.repeat(40));
  }
  return given;
}
