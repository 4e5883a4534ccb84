import { TcpProxy } from './tcp-proxy.ts';

const ONE_HOST = /^esdb:\/\/(?<user>[^@/?]*@)?(?<host>[^@,:/?]+)(?::(?<port>\d+))?\/?(?<query>\?.*)$/i;

/**
 * The same server behind a proxy; undefined if no proxy is possible: with TLS the certificate names the host, and a cluster
 * sends its clients to the nodes directly.
 */
export async function throughProxy(url: string): Promise<{ url: string; proxy: TcpProxy } | undefined> {
  const { user = '', host, port = '2113', query = '' } = ONE_HOST.exec(url)?.groups ?? {};
  if (host === undefined || !/[?&]tls=false(&|$)/i.test(query)) return undefined;
  const proxy = new TcpProxy(Number(port), host);
  return { url: `esdb://${user}127.0.0.1:${await proxy.listen()}${query}`, proxy };
}
