import { type PriceTier, ProductCard, ProductDetail, RETURNED_OPENED } from '@nordhaut/contracts';
import { describe, expect, it } from 'vitest';
import { SEED_PRODUCTS } from './data/index.ts';
import { toRow } from './data/to-row.ts';
import type { Product } from './product.ts';
import { cleanHtml, type ProductRow, readRow } from './product-row.ts';
import { detailOf, listCards, makeSnapshot, type Muted, type Snapshot, toCard } from './snapshot.ts';

const changedAt = new Date('2026-05-20T04:00:00Z');
const read = (row: ProductRow): Product => {
  const product = readRow({ ...row, product_changed_at: changedAt });
  if ('unusable' in product) throw new Error(`${row.product_uid}: ${product.unusable}`);
  return product;
};
const rows = SEED_PRODUCTS.map(toRow);
const snapshot = makeSnapshot(rows.map(read));
const snapshotWith = (id: number, change: Partial<ProductRow>) =>
  makeSnapshot(rows.map((row) => read(row.product_id === id ? { ...row, ...change } : row)));

/** What somebody pays who can buy the product. */
function priceOf(of: Snapshot, id: number, tier: PriceTier, muted?: Muted): number | undefined {
  const product = of.byId.get(id);
  const card = product && toCard(of, product, muted);
  return card?.available ? (card.prices[tier] ?? undefined) : undefined;
}

describe('the seeded products', () => {
  it('have stable ids for the skin-type pages, and unique uids and slugs', () => {
    expect([5, 9, 11].map((id) => snapshot.byId.get(id)?.number)).toEqual(['01', '02', '07']);
    for (const index of [snapshot.byId, snapshot.byUid, snapshot.bySlug]) expect(index.size).toBe(SEED_PRODUCTS.length);
    expect(snapshot.products.flatMap(({ number }) => number ?? [])).toEqual(['01', '02', '03', '04', '05', '06', '07', '08']);
  });

  it('have the designed prices, and no member price is higher than the original price', () => {
    expect([priceOf(snapshot, 3, 'ORIGIN'), priceOf(snapshot, 3, 'MEMBER'), priceOf(snapshot, 3, 'ADDITIONAL')]).toEqual([
      1680,
      1480,
      undefined,
    ]);
    for (const { prices, isAdditional } of snapshot.products) {
      expect(prices.MEMBER).toBeLessThanOrEqual(prices.ORIGIN);
      expect(isAdditional).toBe(prices.ADDITIONAL !== null);
    }
  });

  it('refer only to existing products', () => {
    for (const product of snapshot.products) {
      for (const id of product.setItems) expect(snapshot.byId.has(id)).toBe(true);
      for (const { product: step } of product.flow) expect(step === 'self' || snapshot.byId.has(step)).toBe(true);
      if (product.sampleUid) expect(snapshot.byUid.has(product.sampleUid)).toBe(true);
    }
  });

  const alone = ({ setItems }: { setItems: readonly number[] }): number =>
    setItems.reduce((sum, id) => sum + (snapshot.byId.get(id)?.prices.ORIGIN ?? 0), 0);

  it('say how each is used, how it feels and smells, and how long it lasts once opened', () => {
    const texts = snapshot.products
      .filter(({ standing }) => standing !== 'hidden')
      .flatMap(({ usage, texture, scent }) => [usage, texture, scent]);
    for (const text of texts) expect(text.length).toBeGreaterThan(5);
    expect(new Set(texts).size, 'no two products share a text').toBe(texts.length);
    for (const product of snapshot.products) {
      const spoils = product.slug !== 'cotton-pads';
      expect(product.openMonths, 'spec/1 §5: four months').toBe(spoils ? 4 : null);
    }
    expect(detailOf(snapshot, 'repair-essence')).toMatchObject({ texture: expect.stringContaining('乳白'), openMonths: 4 });
  });

  it('name what a set saves, for guests and for members', () => {
    expect(detailOf(snapshot, 'daily-basics-set')?.saves).toEqual({ ORIGIN: 540, MEMBER: 430 });
    expect(detailOf(snapshot, 'repair-essence')).not.toHaveProperty('saves');
    const dear = snapshotWith(21, { product_price: { ORIGIN: 3240, MEMBER: 2000 } });
    expect(detailOf(dear, 'daily-basics-set'), 'it costs what its items cost').not.toHaveProperty('saves');
  });

  it('have sets that are cheaper than their items', () => {
    const sold = snapshot.products.filter(({ type, standing }) => type === 'SET' && standing !== 'hidden');
    expect(sold.length).toBeGreaterThan(3);
    for (const set of sold) expect(set.prices.ORIGIN).toBeLessThan(alone(set));
  });

  it('have a travel set that is a gift worth NT$1,150, is not sold and has no page (decisions.md 58)', () => {
    const set = snapshot.byUid.get('NHSET-TRAVEL');
    expect(set).toMatchObject({ type: 'SET', prices: { ORIGIN: 1_150 } });
    expect(set && alone(set)).toBe(1_150);
    expect(set && priceOf(snapshot, set.id, 'ORIGIN')).toBeUndefined();
    expect(detailOf(snapshot, set?.slug ?? '')).toBeUndefined();
    expect(listCards(snapshot).map(({ productId }) => productId)).not.toContain(set?.id);
  });

  it('match the contract', () => {
    for (const card of listCards(snapshot)) {
      expect(ProductCard.parse(card)).toEqual(card);
      const detail = detailOf(snapshot, card.slug);
      if (detail) expect(ProductDetail.parse(detail)).toEqual(detail);
    }
  });
});

describe('availability', () => {
  it('lists sold-out products without a page or price, and hides withdrawn and additional-only products', () => {
    const ids = listCards(snapshot).map(({ productId }) => productId);
    expect(ids).toContain(15);
    expect(listCards(snapshot).find(({ productId }) => productId === 15)?.available).toBe(false);
    expect(priceOf(snapshot, 15, 'ORIGIN')).toBeUndefined();
    for (const hidden of [2, 105]) {
      expect(ids).not.toContain(hidden);
      expect(priceOf(snapshot, hidden, 'ORIGIN')).toBeUndefined();
    }
    for (const slug of ['overnight-mask', 'cleansing-oil', 'gentle-cleanser-trial', 'no-such-thing', '__proto__'])
      expect(detailOf(snapshot, slug)).toBeUndefined();
  });

  it('a set is off sale when one of its items is off sale, withdrawn, missing or muted', () => {
    expect(priceOf(snapshot, 21, 'MEMBER')).toBe(2380);
    expect(priceOf(snapshot, 24, 'ORIGIN')).toBeUndefined();
    for (const launched of ['0', '', '2'])
      expect(priceOf(snapshotWith(9, { product_is_launched: launched }), 21, 'ORIGIN')).toBeUndefined();
    expect(priceOf(makeSnapshot(snapshot.products.filter(({ id }) => id !== 11)), 21, 'ORIGIN')).toBeUndefined();
    expect(priceOf(snapshot, 21, 'ORIGIN', new Set([5]))).toBeUndefined();
    expect(
      listCards(snapshot, { muted: new Set([5]) })
        .filter(({ available }) => !available)
        .map(({ productId }) => productId),
    ).toEqual([5, 15, 21, 22, 24]);
  });

  it('only additional-purchase items have an ADDITIONAL price', () => {
    expect(priceOf(snapshot, 13, 'ADDITIONAL')).toBe(390);
    expect(priceOf(snapshot, 5, 'ADDITIONAL')).toBeUndefined();
    expect(priceOf(snapshotWith(13, { product_is_additional: '0' }), 13, 'ADDITIONAL')).toBeUndefined();
    expect(priceOf(snapshotWith(5, { product_is_additional: '1' }), 5, 'ADDITIONAL')).toBeUndefined();
  });
});

describe('a product page', () => {
  it('has a slug of its English name, and the tattoo gel of its Chinese name', () => {
    expect(detailOf(snapshot, 'repair-essence')?.nameZh).toBe('修護精華液');
    expect(detailOf(snapshot, '刺青修護凝膠')?.productId).toBe(14);
    expect(detailOf(snapshot, 'tattoo-care-gel')).toBeUndefined();
  });

  it('shows its own place in the order of use, and the required steps', () => {
    const steps = detailOf(snapshot, 'repair-essence')?.flow.map(({ product, must, isSelf }) => [product.number, must, isSelf]);
    expect(steps).toEqual([
      ['01', true, false],
      ['02', true, false],
      ['03', null, true],
      ['04', false, false],
      ['07', true, false],
    ]);
    const withdrawn = detailOf(snapshotWith(9, { product_is_launched: '' }), 'repair-essence');
    expect(withdrawn?.flow.map(({ product }) => product.number)).toEqual(['01', '03', '04', '07']);
  });

  it('of a set shows its items, without a withdrawn one', () => {
    const itemsOf = (of: Snapshot) => detailOf(of, 'daily-basics-set')?.setItems.map(({ number }) => number);
    expect(itemsOf(snapshot)).toEqual(['01', '02', '07']);
    expect(itemsOf(snapshotWith(9, { product_is_launched: '' }))).toEqual(['01', '07']);
  });

  it('names its trial pack, except 05 (spec/1 §9: the 15 ml essence)', () => {
    expect(detailOf(snapshot, 'gentle-cleanser')?.samples).toMatchObject([{ productId: 105, sizes: [10], available: false }]);
    expect(detailOf(snapshot, 'firming-essence')).toMatchObject({ productId: RETURNED_OPENED, number: '05', sizes: [15], samples: [] });
  });

  it('recommends four available products, and neither itself, nor its own items, nor what its flow shows already', () => {
    for (const product of snapshot.products) {
      const detail = detailOf(snapshot, product.slug);
      if (!detail) continue;
      expect(detail.related, product.slug).toHaveLength(4);
      const flow = detail.flow.map(({ product: step }) => step.productId);
      for (const other of detail.related) {
        expect(other.available).toBe(true);
        expect([product.id, ...product.setItems, ...flow], product.slug).not.toContain(other.productId);
      }
    }
    // What has features in common comes before what only fills the row.
    const own = detailOf(snapshot, 'hand-cream');
    const common = own?.related.map(({ features }) => features.filter((feature) => own.features.includes(feature)).length) ?? [];
    expect(common).toEqual(common.toSorted((one, other) => other - one));
    expect(detailOf(snapshot, 'gentle-cleanser')?.related.every(({ features }) => features.includes('all-skin-types'))).toBe(true);
  });

  it('filters the list by feature', () => {
    expect(listCards(snapshot, { feature: 'hand-dry' }).map(({ productId }) => productId)).toEqual([13]);
  });
});

describe('rows of other sources', () => {
  const stored = { ...(rows[0] as ProductRow), product_changed_at: changedAt };
  it('are refused with the name of the field that makes them unsellable', () => {
    expect(readRow({ ...stored, product_price: '{}' })).toEqual({ unusable: 'product_price' });
    expect(readRow({ ...stored, product_type: 'BUNDLE' })).toEqual({ unusable: 'product_type' });
    expect(readRow({ ...stored, product_type: 'SET', product_set_items: '' })).toEqual({ unusable: 'product_set_items' });
  });

  it('have no scripts, event handlers or external images in their HTML', () => {
    expect(
      cleanHtml(
        '<dl><dt onclick="x()"><span lang="la" style="x">Aqua</span></dt></dl><script>x</script><img src=x onerror=y><a href="javascript:x">a</a>',
      ),
    ).toBe('<dl><dt><span lang="la">Aqua</span></dt></dl>a');
    const own = stored.product_ingredients;
    expect(cleanHtml(own)).toBe(own);
  });
});
