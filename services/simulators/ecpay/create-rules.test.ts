import { describe, expect, test } from 'vitest';
import { CVS_PARCEL, HOME_PARCEL } from '../testing.ts';
import { refusalOf } from './create-rules.ts';

const FAMI = { ...CVS_PARCEL, LogisticsSubType: 'FAMIC2C', ReceiverStoreID: '006598', GoodsName: '' };

describe('the rules of Create', () => {
  test('accept the documented examples', () => {
    expect(refusalOf(CVS_PARCEL)).toBeUndefined();
    expect(refusalOf(HOME_PARCEL)).toBeUndefined();
    expect(refusalOf(FAMI)).toBeUndefined();
    expect(refusalOf({ ...HOME_PARCEL, GoodsAmount: '20001' })).toBeUndefined();
  });

  test.each<[string, Record<string, string>, number]>([
    ['a subtype of another type', { LogisticsType: 'HOME' }, 10500031],
    ['no amount', { GoodsAmount: '' }, 10500029],
    ['amount 0', { GoodsAmount: '0', CollectionAmount: '0' }, 10500029],
    ['a fractional amount', { GoodsAmount: '10.5' }, 10500029],
    ['more than NT$ 20000 for a store', { GoodsAmount: '20001', CollectionAmount: '20001' }, 10500040],
    ['a collection of another amount', { CollectionAmount: '1068' }, 10500029],
    ['no goods name at 7-ELEVEN', { GoodsName: '' }, 10500038],
    ['a forbidden character', { GoodsName: '保養品#1' }, 10500038],
    ['26 Chinese characters', { GoodsName: '保'.repeat(26) }, 10500038],
    ['a sender of one character', { SenderName: '林' }, 10500035],
    ['a receiver of six characters', { ReceiverName: '王大明王大明' }, 10500036],
    ['three Latin letters', { ReceiverName: 'Ann' }, 10500036],
    ['a digit in the name', { ReceiverName: '王大明2' }, 10500036],
    ['a short mobile number', { ReceiverCellPhone: '091234567' }, 10500039],
    ['a landline number as mobile number', { ReceiverCellPhone: '0212345678' }, 10500041],
    ['no mobile number', { ReceiverCellPhone: '' }, 10500048],
    ['no mobile number of the sender', { SenderCellPhone: '' }, 10500047],
    ['a wrong mobile number of the sender', { SenderCellPhone: '0911' }, 10500043],
    ['a long e-mail address', { ReceiverEmail: `${'a'.repeat(45)}@b.com` }, 10500052],
    ['an invalid e-mail address', { ReceiverEmail: 'ming' }, 10500053],
    ['an unknown store', { ReceiverStoreID: '000000' }, 10500050],
    ['a store of the other chain', { ReceiverStoreID: '006598' }, 10500050],
    ['a date without leading zeros', { MerchantTradeDate: '2026/1/2 3:04:05' }, 0],
    ['a trade number with a dash', { MerchantTradeNo: 'G-1' }, 0],
    ['a trade number of 21 characters', { MerchantTradeNo: 'G'.repeat(21) }, 0],
    ['no reply URL', { ServerReplyURL: '' }, 0],
    ['a reply URL of 201 characters', { ServerReplyURL: `https://shop.example/${'a'.repeat(180)}` }, 0],
    ['no URL for changes of the store', { LogisticsC2CReplyURL: '' }, 0],
    ['a script as reply URL', { ServerReplyURL: 'javascript:alert(1)' }, 0],
  ])('refuse %s', (_what, change, code) => {
    expect(refusalOf({ ...CVS_PARCEL, ...change })?.code).toBe(code);
  });

  test.each<[string, Record<string, string>, number]>([
    ['a 4-digit postal code', { ReceiverZipCode: '1061' }, 10500046],
    ['a short address of the sender', { SenderAddress: '臺北市' }, 10500045],
    ['a long address', { ReceiverAddress: '路'.repeat(61) }, 10500046],
    ['a weight above 20 kg', { GoodsWeight: '20.001' }, 10500066],
    ['a weight with 4 decimals', { GoodsWeight: '1.2345' }, 10500066],
    ['cash on delivery above NT$ 20000', { IsCollection: 'Y', GoodsAmount: '20001' }, 10500040],
    ['full-width symbols', { GoodsName: '保養品（大）' }, 10500038],
    ['no phone number', { ReceiverCellPhone: '' }, 10500048],
    ['an unknown temperature', { Temperature: '0009' }, 0],
  ])('refuse a home delivery with %s', (_what, change, code) => {
    expect(refusalOf({ ...HOME_PARCEL, ...change })?.code).toBe(code);
  });
});
