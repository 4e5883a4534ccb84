import { expect, it } from 'vitest';
import { loader } from './member.ts';

it('opens the orders, with what a sign-in at LINE or Facebook says there', () => {
  const targetOf = (address: string) => loader({ request: new Request(`https://shop.example${address}`) }).headers.get('location');
  expect(targetOf('/member')).toBe('/member/order');
  expect(targetOf('/member?login=line&state=200')).toBe('/member/order?login=line&state=200');
});
