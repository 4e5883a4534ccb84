import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type AuthenticatorAnswer,
  type InviteStaffAnswer,
  type JoinedAnswer,
  type MemberCreditDone,
  RIGHTS,
} from '@nordhaut/contracts/support';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { output } from 'zod/mini';

const STAFF = fileURLToPath(new URL('../../../services/tools/staff.ts', import.meta.url));
type Shop = { url: string; dataDir: string };
const sharedShop = (): Shop => ({ url: process.env['E2E_SHOP'] ?? '', dataDir: process.env['E2E_DATA_DIR'] ?? '' });
const hostOf = ({ url }: Shop): string => url.replace('127.0.0.1', 'localhost');

/** Invites somebody by `npm run staff`, beside the running shop. @returns the one-time link */
export async function inviteByTool(name: string, rights: string, shop = sharedShop()): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: shop.dataDir, CONSOLE_URL: hostOf(shop) };
  const args = ['--disable-warning=ExperimentalWarning', STAFF, 'invite', name, '--rights', rights];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const link = stdout.trim().split('\n').at(-1) ?? '';
  expect(link).toMatch(/\/console\/join#/);
  return link;
}

const send = (visitor: APIRequestContext, url: string, data: object) =>
  visitor.post(url, { data, headers: { 'idempotency-key': crypto.randomUUID() } });

async function post<Answer>(visitor: APIRequestContext, url: string, data: object): Promise<Answer> {
  const answer = await send(visitor, url, data);
  expect(answer.ok(), `${url}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json() as Promise<Answer>;
}

/** Uses a link without the pages, with an authenticator: the visitor is signed in. */
async function joinByAuthenticator(visitor: APIRequestContext, link: string): Promise<JoinedAnswer> {
  const { origin, hash } = new URL(link);
  const token = hash.slice(1);
  const at = `${origin}/api/support/join/authenticator`;
  const { challengeId, secret } = await post<output<typeof AuthenticatorAnswer>>(visitor, `${at}/options`, { token });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return post<JoinedAnswer>(visitor, at, { token, challengeId, code });
}

let administrator: Promise<{ visitor: APIRequestContext; codes: string[] }> | undefined;
/**
 * Calls the shared shop as its administrator. There is one for each worker: the tool that invites starts a process. Changes of the staff
 * ask for the second factor again, which counts for five minutes.
 */
export async function asAdministrator<Answer>(path: string, data: object): Promise<Answer> {
  administrator ??= inviteByTool('旅程管理員', 'all').then(async (link) => {
    const visitor = await request.newContext();
    return { visitor, codes: (await joinByAuthenticator(visitor, link)).recoveryCodes };
  });
  const { visitor, codes } = await administrator;
  const host = hostOf(sharedShop());
  const answer = await send(visitor, host + path, data);
  if (answer.status() === 403) await post(visitor, `${host}/api/support/second-factor`, { code: codes.shift() ?? '' });
  return answer.ok() ? answer.json() : post<Answer>(visitor, host + path, data);
}

/** Invites somebody as an administrator does. @returns the one-time link */
export async function inviteStaff(name: string, rights: string): Promise<string> {
  const named = rights === 'all' ? RIGHTS : rights.split(',');
  return (await asAdministrator<output<typeof InviteStaffAnswer>>('/api/support/staff', { name, rights: named })).link;
}

/** Gives the member with this invite code NT$50 of shopping credit, as soon as the shop knows the code. */
export async function giveCredit(inviteCode: string): Promise<void> {
  const given = { act: { type: 'give', amount: 50, cause: 'APOLOGY' }, reason: '旅程' };
  const give = () => asAdministrator<MemberCreditDone>(`/api/support/members/${inviteCode}/credit`, given);
  await expect(async () => expect((await give()).outcome).toBe('done')).toPass();
}

/** The browser has a device that verifies its user, such as a fingerprint reader. */
export async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
}

const startsWithOrders = (page: Page): Promise<void> => expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單');

/**
 * A new member of the staff, signed in without a page. `link`: the invitation, otherwise with this name and these rights
 * @returns the recovery codes
 */
export async function becomeStaff(page: Page, name = '林客服', rights = 'all', link?: string): Promise<string[]> {
  return (await joinByAuthenticator(page.request, link ?? (await inviteStaff(name, rights)))).recoveryCodes;
}

/** The same, on the first page of the console. */
export async function joinConsole(page: Page, name = '林客服', rights = 'all', link?: string): Promise<string[]> {
  const invitation = link ?? (await inviteStaff(name, rights));
  const codes = await becomeStaff(page, name, rights, invitation);
  await page.goto(`${new URL(invitation).origin}/console/`);
  await startsWithOrders(page);
  return codes;
}

/** By the pages, with a new passkey, for those who show it again later. */
export async function joinByPasskey(page: Page, link: string): Promise<void> {
  await withAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: '建立通行金鑰' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('帳號已啟用');
  await page.getByRole('link', { name: '我已保存，前往後台' }).click();
  await startsWithOrders(page);
}

/** A new member of the staff signs in with a recovery code, on a page that asks for it. */
export async function anotherSignsIn(page: Page, name: string, rights: string): Promise<void> {
  const visitor = await request.newContext();
  const { accountNo, recoveryCodes } = await joinByAuthenticator(visitor, await inviteStaff(name, rights));
  await visitor.dispose();
  await page.getByText('使用驗證碼或復原碼').click();
  await page.getByLabel('帳號編號').fill(accountNo);
  await page.getByLabel('驗證碼或復原碼', { exact: true }).fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: '登入', exact: true }).click();
}

/** Opens a page of the console. It may be the first page of a new member of the staff. */
export const openConsole = (support: Page, path: string) => {
  const { origin, pathname } = new URL(support.url());
  return support.goto(`${pathname.startsWith('/console') ? origin : hostOf(sharedShop())}/console/${path}`);
};
export const openOrder = (support: Page, orderNo: string) => openConsole(support, `orders/${orderNo}`);
