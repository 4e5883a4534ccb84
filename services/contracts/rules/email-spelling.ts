import { distance } from 'fastest-levenshtein';

/** Where mailboxes of people in Taiwan are; also domains that differ by one or two letters from another one of these. */
const DOMAINS = [
  'gmail.com',
  'yahoo.com.tw',
  'yahoo.com',
  'ymail.com',
  'hotmail.com',
  'hotmail.com.tw',
  'outlook.com',
  'outlook.com.tw',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'mail.com',
  'email.com',
  'aol.com',
  'gmx.com',
  'proton.me',
  'protonmail.com',
  'hinet.net',
  'seed.net.tw',
  'pchome.com.tw',
  'kimo.com',
  'qq.com',
];

/** Shorter domains differ by one letter from others that exist. */
const SHORTEST = 9;

const COUNTRY = /\.[a-z]{2}$/;

const letters = (domain: string): string => [...domain].sort().join('');

/** One letter too much, too few or another one, or two that changed places. More would take `yahoo.com.hk` for `yahoo.com.tw`. */
function isNearly(typed: string, known: string): boolean {
  const by = distance(typed, known);
  // Another country's domain is another provider's mailbox.
  if (COUNTRY.test(typed) && COUNTRY.test(known) && typed.replace(COUNTRY, '') === known.replace(COUNTRY, '')) return false;
  return known.length >= SHORTEST && (by === 1 || (by === 2 && letters(typed) === letters(known)));
}

/** The address that was probably meant, where the typed one has a domain that is nearly a frequent one: `@gmial.com`. */
export function meantEmail(typed: string): string | undefined {
  const [, name, domain] = /^\s*(\S+)@([^@\s]+\.[^@\s]+?)\s*$/.exec(typed.toLowerCase()) ?? [];
  if (!name || !domain || DOMAINS.includes(domain)) return undefined;
  const meant = DOMAINS.find((known) => isNearly(domain, known));
  return meant && `${typed.trim().slice(0, name.length)}@${meant}`;
}
