import { checkOut, browser, codOrder } from '../whole-shop/fixtures/browser.ts';

/** Places orders and prints their numbers. Arguments: shop url, how many. */
const [url = '', howMany = '1'] = process.argv.slice(2);
const orderNos: string[] = [];
while (orderNos.length < Number(howMany)) {
  const { status, orderNo } = await checkOut(browser(url), codOrder());
  if (status !== 201) throw new Error(`an order was answered with ${status}`);
  orderNos.push(orderNo);
}
process.stdout.write(`${JSON.stringify({ orderNos })}\n`);
