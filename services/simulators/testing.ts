import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Form, parseForm } from './http.ts';
import { ECPAY_STAGE, type Merchant } from './ecpay/subtypes.ts';
import { macOf } from './ecpay/check-mac.ts';
import { TAPPAY_SANDBOX } from './tappay/routes.ts';

export const C2C = ECPAY_STAGE[0] as Merchant;
export const HOME = ECPAY_STAGE[1] as Merchant;

/** The Create request of providers §1.4, vector V1, without its MAC. */
export const CVS_PARCEL: Form = {
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
};

/** The Create request of vector V2, without its MAC. */
export const HOME_PARCEL: Form = {
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
};

export async function postForm(url: string, fields: Form, merchant?: Merchant): Promise<{ status: number; text: string }> {
  const signed = merchant ? { ...fields, CheckMacValue: macOf(fields, merchant.key, merchant.iv) } : fields;
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(signed) });
  return { status: answer.status, text: await answer.text() };
}

// oxlint-disable-next-line typescript/no-explicit-any -- each call has an answer of another shape
export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<any> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return answer.json();
}

export const bankCall = (base: string, path: string, body: object) =>
  postJson(`${base}/tpc/${path}`, { partner_key: TAPPAY_SANDBOX.partnerKey, ...body }, { 'x-api-key': TAPPAY_SANDBOX.partnerKey });

/** A pay-by-prime body that passes every check. */
export const charge = (prime: string, over: Record<string, unknown> = {}) => ({
  prime,
  merchant_id: TAPPAY_SANDBOX.merchantId,
  amount: 1980,
  currency: 'TWD',
  order_number: 'H20261120B0002',
  details: '保養品',
  cardholder: { phone_number: '+886987654321', name: '陳小美', email: 'mei@example.com' },
  ...over,
});

/** An HTTP server that records callbacks. `answer` returns the reply to the nth callback. */
export async function listen(answer: (nth: number) => { status?: number; body: string }) {
  const received: { path: string; body: string; form: Form }[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  const server = createServer((request, response) => void receive(request, response));
  async function receive(request: IncomingMessage, response: ServerResponse) {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    received.push({ path: request.url ?? '', body, form: parseForm(body) });
    const reply = answer(received.length);
    response.writeHead(reply.status ?? 200, { 'content-type': 'text/plain' }).end(reply.body);
    for (const one of waiting) if (received.length >= one.count) one.go();
  }
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    until: (count: number) => new Promise<void>((go) => (received.length >= count ? go() : waiting.push({ count, go }))),
    close: () =>
      new Promise<void>((go) => {
        server.closeAllConnections();
        server.close(() => go());
      }),
  };
}
