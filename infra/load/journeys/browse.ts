import type { PathOf } from '../calls.ts';
import { measured } from '../lib/measured.ts';
import { get, wanted } from '../lib/shop.ts';
import type { Stock } from '../lib/stock.ts';

/** A visitor browses: home, the list, two products. Server-rendered pages, without pictures. */
export async function browse(stock: Stock): Promise<void> {
  await open('/', '/');
  await open('/product', '/product');
  for (let looks = 0; looks < 2; looks++) await open(`/product/${stock.slug()}`, '/product/{slug}');
}

async function open(path: string, name: PathOf<'GET'>): Promise<void> {
  const began = Date.now();
  wanted(`page ${name}`, await get<string>(path, { name }));
  measured.page(Date.now() - began);
}
