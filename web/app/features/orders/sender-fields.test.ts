import { describe, expect, it } from 'vitest';
import { EMPTY_SENDER, senderMessages, senderOf, senderProblems } from './sender-fields.ts';

const sender = { name: '王大明', phone: '0912345678', address: '臺北市大安區信義路三段134巷1號', zip: '106' };

describe('the sender of a return', () => {
  it('needs a name, a mobile number and an address', () =>
    expect(senderProblems(EMPTY_SENDER, false)).toEqual({
      name: senderMessages.name,
      phone: senderMessages.phone,
      address: senderMessages.address,
    }));

  it('needs a postal code for the address, once the look-up has ended', () => {
    expect(senderProblems(sender, false)).toEqual({});
    expect(senderProblems({ ...sender, zip: '' }, false)).toEqual({ address: senderMessages.noZip });
    expect(senderProblems({ ...sender, zip: '' }, true)).toEqual({});
  });

  it('is offered from a delivery to the door only', () => {
    const recipient = { name: '王大明', phone: '0912345678', email: '', address: '106 臺北市大安區信義路三段134巷1號' };
    const order = (type: 'HOME' | 'CVS') => ({ recipient, delivery: { type } }) as Parameters<typeof senderOf>[0];
    expect(senderOf(order('HOME'))).toEqual(sender);
    expect(senderOf(order('CVS'))).toBeUndefined();
  });
});
