import { describe, expect, test } from 'vitest';
import { C2C, CVS_PARCEL, HOME, HOME_PARCEL } from '../testing.ts';
import type { Form } from '../http.ts';
import { macFits, macOf, withWrongMac } from './check-mac.ts';
import { callbackBody, createAnswer, type Parcel, queryAnswer } from './parcel.ts';

const at = (taipei: string) => Date.parse(`${taipei.replaceAll('/', '-').replace(' ', 'T')}+08:00`);
const parcel: Parcel = {
  id: '1718546',
  merchantId: '2000933',
  tradeNo: 'G20261120A0001',
  subtype: 'UNIMARTC2C',
  request: CVS_PARCEL,
  storeId: '131386',
  paymentNo: 'D8800412',
  validationNo: '3157',
  bookingNote: '',
  createdAt: at('2026/11/20 09:05:09'),
  moves: [{ code: 300, at: at('2026/11/20 09:05:09') }],
};

const P1: Form = {
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
};
const V4: Form = { MerchantID: '2000933', MerchantTradeNo: 'G20261120A0001', TimeStamp: '1795262400' };

describe('CheckMacValue', () => {
  test.each<[string, Form, { key: string; iv: string }, string]>([
    ['P1', P1, C2C, '692FD6E2CDB539CCDB7206C76DC239AD'],
    [
      'P2',
      { MerchantID: '2000132', LogisticsType: 'CVS', LogisticsSubType: 'UNIMART', MerchantTradeDate: '2025/01/01 12:00:00' },
      HOME,
      '545E6146FD45BDA683C88454DB34CE8D',
    ],
    ['V1', CVS_PARCEL, C2C, 'EBEDFB963E93DCCBF28E027EAFBBA75C'],
    ['V2', HOME_PARCEL, HOME, '438DCB4D0920223676ACB605C308E17F'],
    ['V4', V4, C2C, 'BF33BCF990C7E0A3E580D01932C02850'],
    ['V4b (an empty field)', { ...V4, PlatformID: '' }, C2C, '9F5A90F0DCAA247F08DD21ED8D47FAFE'],
    [
      'V5 (special characters)',
      { MerchantID: '2000933', Remark: "A-b_c.d!e*f(g)~h'i j+k/l:m&n=o中" },
      C2C,
      '9B9DBACBDDAA94D884B20625B86BC3A5',
    ],
  ])('equals the MD5 of vector %s', (_id, fields, { key, iv }, expected) => {
    expect(macOf(fields, key, iv)).toBe(expected);
    expect(macFits({ ...fields, CheckMacValue: expected.toLowerCase() }, key, iv)).toBe(true);
    expect(macFits({ ...fields, MerchantID: '2000934', CheckMacValue: expected }, key, iv)).toBe(false);
  });

  test.each<[string, Form, string]>([
    [
      'P3',
      { MerchantID: '3002607', ItemName: "Tom's Shop", TotalAmount: '100' },
      'CF0A3D4901D99459D8641516EC57210700E8A5C9AB26B1D021301E9CB93EF78D',
    ],
    [
      'P4',
      { MerchantID: '3002607', ItemName: 'Test~Product', TotalAmount: '200' },
      'CEEAE01D2F9A8E74D4AC0DCE7735B046D73F35A5EC99558A31A2EE03159DA1C9',
    ],
  ])('equals the SHA-256 of vector %s', (_id, fields, expected) => {
    expect(macOf(fields, 'pwFHCqoQZGmho4w6', 'EkRm7iFT261dpevs', 'sha256')).toBe(expected);
  });

  test('the answer to Create equals vector V6', () => {
    expect(createAnswer(parcel, C2C)).toBe(
      '1|MerchantID=2000933&MerchantTradeNo=G20261120A0001&RtnCode=300&RtnMsg=%E8%A8%82%E5%96%AE%E8%99%95%E7%90%86%E4%B8%AD%28%E5%B7%B2%E6%94%B6%E5%88%B0%E8%A8%82%E5%96%AE%E8%B3%87%E6%96%99%29&AllPayLogisticsID=1718546&LogisticsType=CVS&LogisticsSubType=UNIMARTC2C&GoodsAmount=1069&UpdateStatusDate=2026%2F11%2F20+09%3A05%3A09&ReceiverName=%E7%8E%8B%E5%A4%A7%E6%98%8E&ReceiverPhone=&ReceiverCellPhone=0912345678&ReceiverEmail=ming%40example.com&ReceiverAddress=&CVSPaymentNo=D8800412&CVSValidationNo=3157&BookingNote=&CheckMacValue=F709A37CF5083816175E9AC38221EF95',
    );
  });

  test('the status callback has the MAC of vector V3', () => {
    const body = callbackBody(parcel, { code: 2073, at: at('2026/11/22 14:03:55') }, C2C);
    expect(body).toContain('CheckMacValue=077AEA2C9DD100B4F6756C694C1D0472');
    expect(withWrongMac(body)).toContain('CheckMacValue=177AEA2C9DD100B4F6756C694C1D0472');
  });

  test('the answer to a query equals vector V7', () => {
    const arrived = { ...parcel, moves: [...parcel.moves, { code: 2073, at: at('2026/11/22 14:03:55') }] };
    expect(queryAnswer(arrived, C2C, at('2026/11/23 10:00:00'))).toBe(
      'MerchantID=2000933&MerchantTradeNo=G20261120A0001&AllPayLogisticsID=1718546&LogisticsType=CVS_UNIMARTC2C&LogisticsStatus=2073&TradeDate=2026%2F11%2F20+09%3A05%3A09&GoodsAmount=1069&GoodsName=%E4%BF%9D%E9%A4%8A%E5%93%81&GoodsWeight=0.000&HandlingCharge=60&CollectionAmount=1069&CollectionChargeFee=0&CollectionAllocateAmount=0&CollectionAllocateDate=&CVSPaymentNo=D8800412&CVSValidationNo=3157&BookingNote=&ShipmentNo=&ActualWeight=0.000&ShipChargeDate=&SenderName=%E6%9E%97%E5%B0%8F%E4%BF%9D&SenderPhone=&SenderCellPhone=0911222333&CheckMacValue=6553D0A62AE19DBD5210B2383D9BC9EC',
    );
  });
});
