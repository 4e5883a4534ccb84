import ipaddr from 'ipaddr.js';

/** The network that counts as one client: an IPv4 address, or an IPv6 /64, which one customer has. */
export const networkOf = (address: string): string => within(address, 4);

/** What one customer of a data centre can have: an IPv4 address, or an IPv6 /48 with its 65,536 networks. */
export const siteOf = (address: string): string => within(address, 3);

/** The network of an address and its site; an IPv4 address is both. */
export function originsOf(address: string): readonly string[] {
  const [network, site] = [networkOf(address), siteOf(address)];
  return network === site ? [network] : [network, site];
}

/**
 * All networks of an IPv6 /48 together have so many times what one may have. A mobile carrier gives each phone a /64, so a /48 may also
 * be a city.
 */
export const TIMES_OF_SITE = 10;

/** @param parts of 16 bits, of an IPv6 address */
function within(address: string, parts: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, parts)
    .map((part) => part.toString(16))
    .join(':')}::/${parts * 16}`;
}
