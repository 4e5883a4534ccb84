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

/** letters by which a domain may differ from the one that was meant. Of a short one, a letter makes another domain that exists. */
const differences = ({ length }: string): number => (length > 8 ? 2 : length > 7 ? 1 : 0);

/** The address that was probably meant, where the typed one has a domain that is nearly a frequent one: `@gmial.com`. */
export function meantEmail(typed: string): string | undefined {
  const [, name, domain] = /^\s*(\S+)@([^@\s]+\.[^@\s]+?)\s*$/.exec(typed.toLowerCase()) ?? [];
  if (!name || !domain || DOMAINS.includes(domain)) return undefined;
  const nearest = DOMAINS.map((known) => ({ known, by: distance(domain, known) }))
    .filter(({ known, by }) => by <= differences(known))
    .sort((a, b) => a.by - b.by)[0];
  return nearest && `${typed.trim().slice(0, name.length)}@${nearest.known}`;
}
