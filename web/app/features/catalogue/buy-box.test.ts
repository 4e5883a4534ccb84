import type { ProductCard } from '@nordhaut/contracts';
import { createElement, createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BuyBox } from './buy-box.tsx';

const boxOf = (available: boolean): string => {
  const product = { nameZh: '夜間密集保濕組', prices: { ORIGIN: 2_680, MEMBER: 2_360 }, sizes: [], setItems: [], available };
  const box = { price: 2_680, quantity: 1, onQuantity() {}, onAdd() {}, busy: false, mainButton: createRef<HTMLDivElement>() };
  return renderToStaticMarkup(createElement(BuyBox, { ...box, product: product as unknown as ProductCard }));
};

test('only what can be bought has a quantity', () => {
  expect(boxOf(true)).toContain('夜間密集保濕組的數量');
  expect(boxOf(false)).toContain('商品缺貨中');
  expect(boxOf(false)).not.toContain('夜間密集保濕組的數量');
});
