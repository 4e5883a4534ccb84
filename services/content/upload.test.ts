import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { eventually } from '../../scripts/whole-shop/fixtures/eventually.ts';
import { authorOf, contentApp, NOW, products, type ContentFixture } from './content.fixture.ts';
import { decodeHeic, HEIC_LIMITS } from './heic.ts';
import { newReviews } from './new-reviews.ts';
import { encodeImage, reviewImages } from './review-images.ts';
import { reviewRoutes } from './review-routes.ts';
import { reviewQueries } from './reviews.ts';
import { reviewViews } from './review-views.ts';
import { uploadRoutes } from './upload-routes.ts';

let fixture: ContentFixture;
let url: string;
beforeAll(async () => {
  fixture = await contentApp(({ pool }) => [
    uploadRoutes({ pool, clock: () => NOW, memberOf: async (request) => (await authorOf(request)).memberId }),
    reviewRoutes({
      pool,
      products,
      authorOf,
      reviews: reviewViews(reviewQueries(pool), products, () => Promise.resolve(new Map())),
    }),
  ]);
  url = await fixture.app.listen({ port: 0 });
});
afterAll(() => fixture.close());

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#c63' } });
const blob = (bytes: Buffer | string, type = 'image/png') =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type });

async function upload(files: readonly (Buffer | string)[], { member = 'member-1', commentId = '', network = '192.0.2.1' } = {}) {
  const form = new FormData();
  for (const file of files) form.append('file[]', blob(file), 'picture.png');
  if (commentId) form.append('commentId', commentId);
  const answer = await fetch(`${url}/api/upload/comment/`, {
    method: 'POST',
    body: form,
    headers: { 'x-member': member, 'x-forwarded-for': network },
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; message?: string; fileNames: string[] } };
}
async function write(images: string[], member = 'member-1', productId = 5) {
  const payload = { productId, stars: 5, title: '附圖', content: '', images };
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/content/reviews', payload, headers: { 'x-member': member } });
  return { status: answer.statusCode, body: answer.json() };
}
/** A drawn jar, 96 by 64, with EXIF. */
const heic = (): Promise<Buffer> => readFile(new URL('./fixtures/jar.heic', import.meta.url));
/** 5,712 by 4,284 of one colour, in 6 kB. */
const wideHeic = (): Promise<Buffer> => readFile(new URL('./fixtures/one-colour.heic', import.meta.url));
/** The file with another size in its head. */
function saying(side: number, bytes: Buffer): Buffer {
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 1)) {
    bytes.writeUInt32BE(side, at + 8);
    bytes.writeUInt32BE(side, at + 12);
  }
  return bytes;
}
const serve = (name: string) => fixture.app.inject(`/img/_comment/${name}`);
const stored = async (): Promise<number> => (await fixture.database.pool.query('select from review_images')).rowCount ?? 0;

/** A PNG whose head says that it is this large, with hardly any data. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    let crc = ~0;
    for (const byte of body) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    out.writeInt32BE(~crc, body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))]);
}

describe('an upload', () => {
  it('becomes a picture without metadata, which the review shows and nobody else can take', async () => {
    const jpeg = await picture(60, 20)
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload([jpeg, await picture().png().toBuffer()]);
    expect(status).toBe(200);
    expect(body.fileNames).toHaveLength(2);
    const [name = ''] = body.fileNames;
    expect((await serve(name)).statusCode).toBe(404);
    expect((await write(body.fileNames, 'member-2')).status).toBe(409);
    const review = (await write(body.fileNames)).body.review;
    // Upright: the file lies on its side.
    expect(review.images[0]).toMatchObject({ src: `/img/_comment/${name}`, width: 20, height: 60 });
    const served = await serve(name);
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    expect(served.headers['content-security-policy']).toContain("default-src 'none'");
    const facts = await sharp(served.rawPayload).metadata();
    expect({ format: facts.format, exif: facts.exif, orientation: facts.orientation }).toEqual({ format: 'webp' });
    expect(served.rawPayload.includes('SECRET-PLACE')).toBe(false);
    // A change of the review keeps the images that it names.
    expect((await write([name])).body.review.images).toHaveLength(1);
    expect(await stored()).toBe(1);
  });

  it('takes a picture of a phone that writes HEIC, as the same kind of file without metadata', async () => {
    const { status, body } = await upload([await heic()], { member: 'member-4' });
    expect(status).toBe(200);
    const { review } = (await write(body.fileNames, 'member-4')).body;
    expect(review.images).toMatchObject([{ width: 96, height: 64 }]);
    const served = await serve(body.fileNames[0] ?? '');
    const { data, info } = await sharp(served.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const green = data.subarray((30 * 96 + 33) * info.channels).subarray(0, 3);
    expect([...green].map((value) => Math.round(value / 16))).toEqual([1, 5, 4]);
    expect((await heic()).includes('SECRET-PLACE')).toBe(true);
    expect(served.rawPayload.includes('SECRET-PLACE')).toBe(false);
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
    // The largest picture that a phone writes by itself fits as well.
    expect((await upload([await wideHeic()], { member: 'member-4' })).status).toBe(200);
  });

  it('joins a review that was written shortly before, up to five pictures', async () => {
    const { body } = await write([]);
    const { reviewId } = body.review;
    const three = await Promise.all(
      [1, 2, 3].map((n) =>
        picture(10, 10 + n)
          .png()
          .toBuffer(),
      ),
    );
    const { body: first } = await upload(three, { commentId: reviewId });
    expect(first.fileNames).toHaveLength(3);
    expect(await upload(three, { commentId: reviewId }), 'sent again, as its answer was lost').toMatchObject({ status: 200, body: first });
    expect(
      (
        await upload(
          three.map((_, n) => three[n] ?? ''),
          { member: 'member-2', commentId: reviewId },
        )
      ).status,
    ).toBe(200);
    const more = await Promise.all(
      [4, 5, 6].map((n) =>
        picture(10, 10 + n)
          .png()
          .toBuffer(),
      ),
    );
    expect(await upload(more, { commentId: reviewId })).toMatchObject({ status: 400, body: { code: 'TOO_MANY_IMAGES' } });
    const { rows } = await fixture.database.pool.query('select count(*)::int as n from review_images where comment_id = $1', [reviewId]);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('of two at once leaves no more than five pictures', async () => {
    const member = 'member-5';
    const file = (n: number) =>
      picture(20, 20 + n)
        .png()
        .toBuffer();
    const { reviewId } = (await write([], member)).body.review;
    const names = (await upload(await Promise.all([1, 2, 3, 4, 5].map(file)), { member })).body.fileNames;
    const more = (await upload(await Promise.all([7, 8, 9].map(file)), { member })).body.fileNames;
    const images = reviewImages(fixture.database.pool);
    const holder = await fixture.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from reviews where comment_id = $1 for update', [reviewId]);
      const attached = Promise.all([names, more].map((some) => images.attach(member, reviewId, some, NOW)));
      await eventually(async () => {
        const { rows } = await fixture.database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows.length === 2;
      }, 'two that wait for the review');
      await holder.query('commit');
      expect((await attached).toSorted()).toEqual([false, true]);
    } finally {
      holder.release();
    }
    const { rowCount } = await fixture.database.pool.query('select from review_images where comment_id = $1', [reviewId]);
    expect([names.length, more.length]).toContain(rowCount);
  });

  it('that joins a review makes it a new one for the staff', async () => {
    const member = 'member-6';
    const { reviewId } = (await write([], member)).body.review;
    await fixture.database.pool.query('update reviews set changed_at = $2 where comment_id = $1', [
      reviewId,
      new Date(NOW.getTime() - 20 * 60_000),
    ]);
    const listed = async () =>
      (await newReviews(fixture.database.pool)({ after: new Date(0), before: NOW, limit: 100 })).find((one) => one.reviewId === reviewId)
        ?.since;
    const seen = await listed();
    expect(seen).toBeDefined();
    expect((await upload([await picture(31, 13).png().toBuffer()], { member, commentId: reviewId })).status).toBe(200);
    expect(await listed()).toEqual(NOW);
    // The same picture again changes nothing.
    await fixture.database.pool.query('update reviews set changed_at = $2 where comment_id = $1', [reviewId, seen]);
    expect((await upload([await picture(31, 13).png().toBuffer()], { member, commentId: reviewId })).status).toBe(200);
    expect(await listed()).toEqual(seen);
  });

  it('of one picture for two products shows it at both, and each review keeps its own', async () => {
    const member = 'member-8';
    const file = await picture(45, 45).png().toBuffer();
    const send = async (productId: number) => write((await upload([file], { member })).body.fileNames, member, productId);
    const [first, second] = [await send(5), await send(9)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.review.images).toHaveLength(1);
    const pathOf = ({ body }: typeof second): string => body.review.images[0].src;
    const nameOf = (one: typeof second): string => pathOf(one).slice('/img/_comment/'.length);
    // Once more, beside what is there, as a change of the review sends it.
    const again = await write([nameOf(second), ...(await upload([file], { member })).body.fileNames], member, 9);
    expect(again.body.review.images.map(({ src }: { src: string }) => src)).toEqual([pathOf(second)]);
    // A review that drops its picture takes none from the other one.
    expect((await write([], member, 5)).status).toBe(200);
    expect([(await serve(nameOf(first))).statusCode, (await serve(nameOf(second))).statusCode]).toEqual([404, 200]);

    const { reviewId } = (await write([], member, 21)).body.review;
    expect((await upload([file], { member, commentId: reviewId })).status).toBe(200);
    expect((await upload([file], { member: 'member-9', commentId: reviewId })).status).toBe(200);
    const { rows } = await fixture.database.pool.query('select member_id from review_images where comment_id = $1', [reviewId]);
    expect(rows).toEqual([{ member_id: member }]);
  });

  it('waits half an hour for its review', async () => {
    const { body } = await upload([await picture(77, 7).png().toBuffer()]);
    await fixture.database.pool.query(
      "update review_images set uploaded_at = uploaded_at - interval '31 minutes' where comment_id is null",
    );
    expect((await write(body.fileNames)).body.code).toBe('IMAGE_UNKNOWN');
  });
});

describe('refused, with nothing stored', () => {
  const cases: [string, () => Promise<Buffer | string> | Buffer | string, number, string][] = [
    ['a text', () => 'no picture', 400, 'IMAGE_UNREADABLE'],
    ['nothing', () => '', 400, 'IMAGE_UNREADABLE'],
    ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 400, 'IMAGE_UNREADABLE'],
    ['an HTML page', () => '<!doctype html><script>alert(1)</script>', 400, 'IMAGE_UNREADABLE'],
    ['a GIF', () => picture().gif().toBuffer(), 400, 'IMAGE_UNREADABLE'],
    [
      'a PNG head with HTML',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<script>')]),
      400,
      'IMAGE_UNREADABLE',
    ],
    ['half a JPEG', async () => (await picture(400, 400).jpeg().toBuffer()).subarray(0, 900), 400, 'IMAGE_UNREADABLE'],
    ['a decompression bomb', () => bomb(60_000, 60_000), 413, 'IMAGE_TOO_LARGE'],
    ['half a HEIC', async () => (await heic()).subarray(0, 700), 400, 'IMAGE_UNREADABLE'],
    ['a HEIC head with HTML', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic<script>', 'latin1'), 400, 'IMAGE_UNREADABLE'],
    ['a HEIC of 3,600 megapixels', async () => saying(60_000, await heic()), 413, 'IMAGE_TOO_LARGE'],
    ['eleven megabytes', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(11 * 1024 * 1024)]), 413, 'IMAGE_TOO_LARGE'],
  ];
  it.each(cases)('%s', async (_name, file, status, code) => {
    const before = await stored();
    expect(await upload([await file()])).toMatchObject({ status, body: { code } });
    expect(await stored()).toBe(before);
  });

  it('a body that hardly arrives, once another upload wants its slot', async () => {
    const head = `POST /api/upload/comment/ HTTP/1.1\r\nHost: shop.example\r\nX-Member: slow-NO\r\nX-Forwarded-For: 198.51.100.NO\r\nContent-Length: 60000\r\nExpect: 100-continue\r\n`;
    const part = '--b\r\nContent-Disposition: form-data; name="file[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
    const { port } = new URL(url);
    const slow = Array.from({ length: 4 }, (_, index) => {
      const sender = { received: '', isClosed: false, socket: connect(Number(port), 'localhost') };
      sender.socket.write(`${head.replaceAll('NO', String(index))}Content-Type: multipart/form-data; boundary=b\r\n\r\n${part}`);
      sender.socket.on('data', (chunk) => (sender.received += chunk)).on('close', () => (sender.isClosed = true));
      return sender;
    });
    try {
      const bytes = await picture().png().toBuffer();
      // All four hold their slots before another upload could take the last one.
      const hasSlot = ({ received }: (typeof slow)[number]) => received.startsWith('HTTP/1.1 100 ');
      await eventually(() => Promise.resolve(slow.every(hasSlot)), 'four slow uploads');
      const givenUp = () => slow.filter(({ received }) => received.includes('HTTP/1.1 408 ') && received.includes('上傳速度過慢'));
      await eventually(async () => {
        await upload([bytes], { network: '203.0.113.1' });
        return givenUp().length > 0;
      }, 'the end of a slow one');
      expect((await upload([bytes], { network: '203.0.113.2' })).status).toBe(200);
      await eventually(() => Promise.resolve(givenUp()[0]?.isClosed), 'the end of its connection');
      expect(givenUp()).toHaveLength(1);
    } finally {
      for (const { socket } of slow) socket.destroy();
    }
  });

  it('a second one of the same member at once; another member is served meanwhile, and the first one ends with its connection', async () => {
    const { port } = new URL(url);
    const bytes = await picture().png().toBuffer();
    const first = connect(Number(port), 'localhost');
    let received = '';
    first.on('data', (chunk) => (received += String(chunk))).on('error', () => undefined);
    const head =
      'POST /api/upload/comment/ HTTP/1.1\r\nHost: shop.example\r\nX-Member: twice\r\nContent-Length: 60000\r\nExpect: 100-continue\r\n';
    first.write(`${head}Content-Type: multipart/form-data; boundary=b\r\n\r\n`);
    try {
      await eventually(() => Promise.resolve(received.startsWith('HTTP/1.1 100 ')), 'the first upload');
      expect(await upload([bytes], { member: 'twice' })).toMatchObject({ status: 503, body: { code: 'UPLOAD_BUSY' } });
      expect((await upload([bytes], { member: 'once' })).status).toBe(200);
    } finally {
      first.destroy();
    }
    await eventually(async () => (await upload([bytes], { member: 'twice' })).status === 200, 'the end of the first upload');
  });

  it('six files', async () => {
    const file = await picture().png().toBuffer();
    expect(await upload(Array.from({ length: 6 }, () => file))).toMatchObject({ status: 400, body: { code: 'TOO_MANY_IMAGES' } });
  });

  it('a hundred megabytes, by the length that the request states', async () => {
    const headers = {
      'x-member': 'member-1',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(100 * 1024 * 1024),
    };
    const answer = await fixture.app.inject({ method: 'POST', url: '/api/upload/comment/', headers, payload: 'x' });
    expect(answer.json()).toMatchObject({ status: 413, code: 'IMAGE_TOO_LARGE' });
  });

  it.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file[]"; filename="a.png"\r\n\r\nabc'],
    ['multipart/form-data; boundary=x', '--x--\r\n'],
    ['multipart/form-data; boundary=x', 'garbage'],
    [`multipart/form-data; boundary=${'x'.repeat(300)}`, `--${'x'.repeat(300)}--\r\n`],
  ])('%s: %s', async (type, payload) => {
    const headers = { 'x-member': 'member-1', 'content-type': type };
    const answer = await fixture.app.inject({ method: 'POST', url: '/api/upload/comment/', headers, payload });
    expect([400, 415]).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('a visitor', async () => {
    const answer = await fetch(`${url}/api/upload/comment/`, { method: 'POST', body: new FormData() });
    expect(answer.status).toBe(401);
  });

  it('more than twenty that no review takes', async () => {
    const sizes = Array.from({ length: 25 }, (_, n) => n + 1);
    let last = 200;
    for (const n of sizes) last = (await upload([await picture(n, 3).png().toBuffer()], { member: 'member-3' })).status;
    expect(last).toBe(429);
  });
});

test('pictures of several members at once leave threads for all other answers of the process', async () => {
  const large = await picture(1_500, 1_000).png().toBuffer();
  let [done, most] = [false, 0];
  const encoded = Promise.all(Array.from({ length: 4 }, () => encodeImage(large))).finally(() => (done = true));
  const busy = (): number => {
    const { queue, process } = sharp.counters();
    return queue + process;
  };
  while (!done) {
    // A picture that begins between the two counters of one look is in both.
    most = Math.max(most, Math.min(busy(), busy()));
    await sleep(1);
  }
  expect(await encoded).toHaveLength(4);
  expect([1, 2]).toContain(most);
});

describe('the decoder of HEIC', () => {
  it.each([
    ['memory', { memoryMb: 64 }],
    ['time', { seconds: 0 }],
    ['pixels', { pixels: 6_000 }],
  ])('ends alone at its limit of %s', async (_name, limit) => {
    expect(await decodeHeic(await wideHeic(), { ...HEIC_LIMITS, ...limit })).toEqual({ state: 'too large' });
    expect(await decodeHeic(await heic())).toMatchObject({ state: 'decoded', width: 96, height: 64 });
  });

  it('ends where nobody waits any more, also before its turn', async () => {
    const over = [new AbortController(), new AbortController()];
    const decoding = await Promise.all([wideHeic(), wideHeic()]);
    const pending = decoding.map((bytes, index) => decodeHeic(bytes, HEIC_LIMITS, over[index]?.signal));
    const settled = Promise.allSettled(pending);
    for (const one of over) one.abort();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await decodeHeic(await heic())).toMatchObject({ state: 'decoded', width: 96, height: 64 });
  });

  it('does not decode more than the head says', async () => {
    const small = await decodeHeic(saying(64, await wideHeic()), { ...HEIC_LIMITS, memoryMb: 64 });
    expect(small.state).not.toBe('decoded');
  });
});
