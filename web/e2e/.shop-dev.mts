import { startShop } from './harness/shop.ts';
const shop = await startShop();
console.log(JSON.stringify({ url: shop.url, sim: shop.simulatorsUrl, db: shop.databaseUrl }));
process.on('SIGTERM', () => void shop.stop().then(() => process.exit(0)));
setInterval(() => {}, 1e6);
