import { TcpProxy } from './tcp-proxy.ts';

const ONE_HOST = /^esdb:\/\/(?<user>[^@/?]*@)?(?<host>[^@,:/?]+)(?::(?<port>\d+))?\/?(?<query>\?.*)$/i;

/**
 * The same server by way of a proxy; undefined where none can stand between: with TLS the certificate names the host,
 * and a cluster sends its clients past the proxy.
 */
export async function throughProxy(url: string): Promise<{ url: string; proxy: TcpProxy } | undefined> {
  const { user = '', host, port = '2113', query = '' } = ONE_HOST.exec(url)?.groups ?? {};
  if (host === undefined || !/[?&]tls=false(&|$)/i.test(query)) return undefined;
  const proxy = new TcpProxy(Number(port), host);
  return { url: `esdb://${user}127.0.0.1:${await proxy.listen()}${query}`, proxy };
}
