import { describe, expect, it } from 'vitest';
import type { FormFields } from '../carrier.ts';
import { checkMacValue, isSigned, sameMac } from './check-mac-value.ts';
import { parseForm } from './form.ts';
import { signedReply } from './reply.ts';

const C2C = { hashKey: 'XBERn1YOvpM9nfZc', hashIv: 'h1ONHk4P4yqbl5LK' };
const HOME = { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' };

const fields = (values: Record<string, string>): FormFields => Object.entries(values);

const CREATE_CVS = fields({
  MerchantID: '2000933',
  MerchantTradeNo: 'G20261120A0001',
  MerchantTradeDate: '2026/11/20 09:05:07',
  LogisticsType: 'CVS',
  LogisticsSubType: 'UNIMARTC2C',
  GoodsAmount: '1069',
  CollectionAmount: '1069',
  IsCollection: 'Y',
  GoodsName: '保養品',
  SenderName: '林小保',
  SenderCellPhone: '0911222333',
  ReceiverName: '王大明',
  ReceiverCellPhone: '0912345678',
  ReceiverEmail: 'ming@example.com',
  TradeDesc: 'Order G20261120A0001',
  ServerReplyURL: 'https://shop.example.com/api/ecpay/logistics-reply',
  LogisticsC2CReplyURL: 'https://shop.example.com/api/ecpay/store-change',
  ReceiverStoreID: '131386',
  ReturnStoreID: '',
});
const CREATE_HOME = fields({
  MerchantID: '2000132',
  MerchantTradeNo: 'H20261120B0002',
  MerchantTradeDate: '2026/11/20 21:40:00',
  LogisticsType: 'HOME',
  LogisticsSubType: 'TCAT',
  GoodsAmount: '1980',
  GoodsName: '保養品',
  GoodsWeight: '1.245',
  IsCollection: 'N',
  SenderName: '林小保',
  SenderCellPhone: '0911222333',
  SenderZipCode: '110',
  SenderAddress: '臺北市信義區市府路1號',
  ReceiverName: '陳小美',
  ReceiverCellPhone: '0987654321',
  ReceiverEmail: 'mei@example.com',
  ReceiverZipCode: '106',
  ReceiverAddress: '臺北市大安區信義路三段134巷1號5樓之2',
  Temperature: '0001',
  Distance: '00',
  Specification: '0001',
  ScheduledPickupTime: '4',
  ScheduledDeliveryTime: '4',
  ServerReplyURL: 'https://shop.example.com/api/ecpay/logistics-reply',
});
const CALLBACK = fields({
  MerchantID: '2000933',
  MerchantTradeNo: 'G20261120A0001',
  RtnCode: '2073',
  RtnMsg: '包裹配達取件門市',
  AllPayLogisticsID: '1718546',
  LogisticsType: 'CVS',
  LogisticsSubType: 'UNIMARTC2C',
  GoodsAmount: '1069',
  UpdateStatusDate: '2026/11/22 14:03:55',
  ReceiverName: '王大明',
  ReceiverPhone: '',
  ReceiverCellPhone: '0912345678',
  ReceiverEmail: 'ming@example.com',
  ReceiverAddress: '',
  CVSPaymentNo: 'D8800412',
  CVSValidationNo: '3157',
  BookingNote: '',
  CheckMacValue: '077AEA2C9DD100B4F6756C694C1D0472',
});
const CREATE_REPLY =
  'MerchantID=2000933&MerchantTradeNo=G20261120A0001&RtnCode=300&RtnMsg=%E8%A8%82%E5%96%AE%E8%99%95%E7%90%86%E4%B8%AD%28%E5%B7%B2%E6%94%B6%E5%88%B0%E8%A8%82%E5%96%AE%E8%B3%87%E6%96%99%29&AllPayLogisticsID=1718546&LogisticsType=CVS&LogisticsSubType=UNIMARTC2C&GoodsAmount=1069&UpdateStatusDate=2026%2F11%2F20+09%3A05%3A09&ReceiverName=%E7%8E%8B%E5%A4%A7%E6%98%8E&ReceiverPhone=&ReceiverCellPhone=0912345678&ReceiverEmail=ming%40example.com&ReceiverAddress=&CVSPaymentNo=D8800412&CVSValidationNo=3157&BookingNote=&CheckMacValue=F709A37CF5083816175E9AC38221EF95';
const QUERY_REPLY =
  'MerchantID=2000933&MerchantTradeNo=G20261120A0001&AllPayLogisticsID=1718546&LogisticsType=CVS_UNIMARTC2C&LogisticsStatus=2073&TradeDate=2026%2F11%2F20+09%3A05%3A09&GoodsAmount=1069&GoodsName=%E4%BF%9D%E9%A4%8A%E5%93%81&GoodsWeight=0.000&HandlingCharge=60&CollectionAmount=1069&CollectionChargeFee=0&CollectionAllocateAmount=0&CollectionAllocateDate=&CVSPaymentNo=D8800412&CVSValidationNo=3157&BookingNote=&ShipmentNo=&ActualWeight=0.000&ShipChargeDate=&SenderName=%E6%9E%97%E5%B0%8F%E4%BF%9D&SenderPhone=&SenderCellPhone=0911222333&CheckMacValue=6553D0A62AE19DBD5210B2383D9BC9EC';

describe('checkMacValue: the vectors of providers §1.3', () => {
  const P1 = fields({
    GoodsAmount: '1000',
    IsCollection: 'N',
    LogisticsSubType: 'FAMIC2C',
    LogisticsType: 'CVS',
    MerchantID: '2000933',
    MerchantTradeDate: '2013/03/12 15:30:23',
    MerchantTradeNo: 'A20130312153023',
    ReceiverName: '收件者姓名',
    ReceiverStoreID: '001779',
    SenderName: '寄件者姓名',
    ServerReplyURL: 'https://www.ecpay.com.tw/ServerReplyURL',
  });
  const V4 = { MerchantID: '2000933', MerchantTradeNo: 'G20261120A0001', TimeStamp: '1795262400' };
  it.each([
    ['P1', P1, C2C, '692FD6E2CDB539CCDB7206C76DC239AD'],
    [
      'P2',
      fields({ MerchantID: '2000132', LogisticsType: 'CVS', LogisticsSubType: 'UNIMART', MerchantTradeDate: '2025/01/01 12:00:00' }),
      HOME,
      '545E6146FD45BDA683C88454DB34CE8D',
    ],
    ['V1', CREATE_CVS, C2C, 'EBEDFB963E93DCCBF28E027EAFBBA75C'],
    ['V2', CREATE_HOME, HOME, '438DCB4D0920223676ACB605C308E17F'],
    ['V3', CALLBACK, C2C, '077AEA2C9DD100B4F6756C694C1D0472'],
    ['V4', fields(V4), C2C, 'BF33BCF990C7E0A3E580D01932C02850'],
    ['V4b: an empty value takes part', fields({ ...V4, PlatformID: '' }), C2C, '9F5A90F0DCAA247F08DD21ED8D47FAFE'],
    [
      'V5: specials',
      fields({ MerchantID: '2000933', Remark: "A-b_c.d!e*f(g)~h'i j+k/l:m&n=o中" }),
      C2C,
      '9B9DBACBDDAA94D884B20625B86BC3A5',
    ],
    ['V6: create reply', parseForm(CREATE_REPLY), C2C, 'F709A37CF5083816175E9AC38221EF95'],
    ['V7: sorted without regard to case', parseForm(QUERY_REPLY), C2C, '6553D0A62AE19DBD5210B2383D9BC9EC'],
  ])('%s', (_id, given, keys, expected) => expect(checkMacValue(given, keys)).toBe(expected));

  it('does not depend on the order of the fields', () => {
    expect(checkMacValue(CALLBACK.toReversed(), C2C)).toBe('077AEA2C9DD100B4F6756C694C1D0472');
  });
});

describe('signatures', () => {
  it('are valid in upper and lower case, and for no other value', () => {
    expect(sameMac('ab12', 'AB12')).toBe(true);
    expect(sameMac('AB12', 'AB13')).toBe(false);
    expect(sameMac('AB1', 'AB12')).toBe(false);
    expect(sameMac('', 'AB12')).toBe(false);
    expect(sameMac('ＡＢ', 'AB12')).toBe(false);
  });

  it('are wrong after one changed, removed, added or repeated field', () => {
    expect(isSigned(CALLBACK, C2C)).toBe(true);
    expect(isSigned(CALLBACK, HOME)).toBe(false);
    expect(
      isSigned(
        CALLBACK.map(([n, v]) => [n, n === 'RtnCode' ? '2067' : v]),
        C2C,
      ),
    ).toBe(false);
    expect(
      isSigned(
        CALLBACK.filter(([n]) => n !== 'ReceiverPhone'),
        C2C,
      ),
    ).toBe(false);
    expect(isSigned([...CALLBACK, ['Extra', '1']], C2C)).toBe(false);
    expect(isSigned([...CALLBACK, ['RtnCode', '2067']], C2C)).toBe(false);
    expect(isSigned([...CALLBACK, ['CheckMacValue', '077AEA2C9DD100B4F6756C694C1D0472']], C2C)).toBe(false);
    expect(
      isSigned(
        CALLBACK.filter(([n]) => n !== 'CheckMacValue'),
        C2C,
      ),
    ).toBe(false);
  });

  it('accept lone surrogates', () => expect(checkMacValue([['Remark', '\ud800']], C2C)).toMatch(/^[0-9A-F]{32}$/));
});

describe('signedReply', () => {
  it('reads encoded replies and replies with raw Chinese', () => {
    expect(signedReply(CREATE_REPLY, C2C)).toContainEqual(['RtnMsg', '訂單處理中(已收到訂單資料)']);
    expect(signedReply(decodeURIComponent(CREATE_REPLY.replaceAll('+', ' ')), C2C)).toContainEqual(['ReceiverName', '王大明']);
    expect(signedReply(CREATE_REPLY.replace('1069', '1'), C2C)).toBeUndefined();
  });

  it('keeps a literal plus sign where only then the signature is correct', () => {
    const reply = fields({ MerchantID: '2000933', GoodsName: 'A+B' });
    const mac = checkMacValue(reply, C2C);
    expect(signedReply(`MerchantID=2000933&GoodsName=A+B&CheckMacValue=${mac}`, C2C)).toContainEqual(['GoodsName', 'A+B']);
  });
});
