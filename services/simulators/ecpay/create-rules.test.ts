import { describe, expect, test } from 'vitest';
import { CVS_PARCEL, HOME_PARCEL } from '../testing.ts';
import { refusalOf } from './create-rules.ts';

const FAMI = { ...CVS_PARCEL, LogisticsSubType: 'FAMIC2C', ReceiverStoreID: '006598', GoodsName: '' };

describe('what Create refuses', () => {
  test('nothing in the documented examples', () => {
    expect(refusalOf(CVS_PARCEL)).toBeUndefined();
    expect(refusalOf(HOME_PARCEL)).toBeUndefined();
    expect(refusalOf(FAMI)).toBeUndefined();
    expect(refusalOf({ ...HOME_PARCEL, GoodsAmount: '20001' })).toBeUndefined();
  });

  test.each<[string, Record<string, string>, number]>([
    ['type and subtype', { LogisticsType: 'HOME' }, 10500031],
    ['no amount', { GoodsAmount: '' }, 10500029],
    ['amount 0', { GoodsAmount: '0', CollectionAmount: '0' }, 10500029],
    ['fractional amount', { GoodsAmount: '10.5' }, 10500029],
    ['over 20000 in a store', { GoodsAmount: '20001', CollectionAmount: '20001' }, 10500040],
    ['collecting another amount', { CollectionAmount: '1068' }, 10500029],
    ['no goods name at 7-ELEVEN', { GoodsName: '' }, 10500038],
    ['a forbidden character', { GoodsName: '保養品#1' }, 10500038],
    ['26 Chinese characters', { GoodsName: '保'.repeat(26) }, 10500038],
    ['a sender of one character', { SenderName: '林' }, 10500035],
    ['a receiver of six characters', { ReceiverName: '王大明王大明' }, 10500036],
    ['three Latin letters', { ReceiverName: 'Ann' }, 10500036],
    ['a digit in the name', { ReceiverName: '王大明2' }, 10500036],
    ['short mobile', { ReceiverCellPhone: '091234567' }, 10500039],
    ['not a mobile', { ReceiverCellPhone: '0212345678' }, 10500041],
    ['no mobile', { ReceiverCellPhone: '' }, 10500048],
    ['no sender mobile', { SenderCellPhone: '' }, 10500047],
    ['wrong sender mobile', { SenderCellPhone: '0911' }, 10500043],
    ['long e-mail', { ReceiverEmail: `${'a'.repeat(45)}@b.com` }, 10500052],
    ['bad e-mail', { ReceiverEmail: 'ming' }, 10500053],
    ['unknown store', { ReceiverStoreID: '000000' }, 10500050],
    ["the other chain's store", { ReceiverStoreID: '006598' }, 10500050],
    ['date without zeros', { MerchantTradeDate: '2026/1/2 3:04:05' }, 0],
    ['trade number with a dash', { MerchantTradeNo: 'G-1' }, 0],
    ['trade number of 21', { MerchantTradeNo: 'G'.repeat(21) }, 0],
    ['no reply address', { ServerReplyURL: '' }, 0],
    ['a script as reply address', { ServerReplyURL: 'javascript:alert(1)' }, 0],
  ])('%s', (_what, change, code) => {
    expect(refusalOf({ ...CVS_PARCEL, ...change })?.code).toBe(code);
  });

  test.each<[string, Record<string, string>, number]>([
    ['4-digit postal code', { ReceiverZipCode: '1061' }, 10500046],
    ['short sender address', { SenderAddress: '臺北市' }, 10500045],
    ['long address', { ReceiverAddress: '路'.repeat(61) }, 10500046],
    ['weight over 20 kg', { GoodsWeight: '20.001' }, 10500066],
    ['weight with 4 decimals', { GoodsWeight: '1.2345' }, 10500066],
    ['cash on delivery over 20000', { IsCollection: 'Y', GoodsAmount: '20001' }, 10500040],
    ['full-width symbols', { GoodsName: '保養品（大）' }, 10500038],
    ['no phone at all', { ReceiverCellPhone: '' }, 10500048],
    ['unknown temperature', { Temperature: '0009' }, 0],
  ])('to the door: %s', (_what, change, code) => {
    expect(refusalOf({ ...HOME_PARCEL, ...change })?.code).toBe(code);
  });
});
