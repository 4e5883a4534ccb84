import { afterEach, expect, it, vi } from 'vitest';
import { useMember } from '../../lib/stores/member.ts';
import { uploadImages } from './upload.ts';

afterEach(() => {
  useMember.setState({ status: 'unknown', member: undefined });
  vi.unstubAllGlobals();
});

it('names the member whose pictures they are: another tab may have opened another account', async () => {
  useMember.setState({ status: 'member', member: { user_uid: 'A' } as never });
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(init);
    return Promise.resolve(Response.json({ state: 200, fileNames: ['one.webp'] }));
  });
  const file = new File(['bytes'], 'jar.png', { type: 'image/png' });
  expect(await uploadImages([file])).toMatchObject({ ok: true, fileNames: ['one.webp'] });
  const { headers, body } = new Request('http://shop.invalid/', sent[0]);
  expect(headers.get('for-member')).toBe('A');
  expect(headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).not.toBeNull();
});
