import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type AppLoadContext, type EntryContext, ServerRouter } from 'react-router';
import { contentSecurityPolicy } from './lib/csp.ts';
import { NonceContext } from './lib/nonce.ts';

/** A loader that hangs must not hold a visitor for longer, ms. */
export const streamTimeout = 10_000;

export default async function handleRequest(request: Request, status: number, headers: Headers, router: EntryContext, context: AppLoadContext): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const page = await render(
    <NonceContext value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
    request.signal,
  );
  const { html, hashes } = settleScripts(page, nonce);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(hashes, context.csp));
  return new Response(`<!DOCTYPE html>${html}`.replace(/^(<!DOCTYPE html>)+/i, '<!DOCTYPE html>'), { status, headers });
}

/** The whole page at once: it is cached and hashed as a whole, and its data is a few milliseconds away in this process. */
function render(tree: React.ReactNode, nonce: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString('utf8'));
        done();
      },
    });
    const stream = renderToPipeableStream(tree, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      // Thrown values of a route are shown by its boundary and logged where the request ends.
      onError: () => {},
    });
    const timer = setTimeout(() => stream.abort(new Error('Rendering took too long')), streamTimeout + 1000);
    timer.unref();
    sink.on('close', () => clearTimeout(timer));
    signal.addEventListener('abort', () => stream.abort(), { once: true });
  });
}

/** Hashes the inline scripts that carry this rendering's nonce, then takes the nonce out: equal pages become equal bytes. */
function settleScripts(page: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', body = ''] of page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(mark) && body !== '') hashes.add(createHash('sha256').update(body).digest('base64'));
  }
  return { html: page.replaceAll(mark, ''), hashes: [...hashes] };
}
