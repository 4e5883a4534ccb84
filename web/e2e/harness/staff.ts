import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';

const STAFF = fileURLToPath(new URL('../../../services/tools/staff.ts', import.meta.url));
type Shop = { url: string; dataDir: string };
const sharedShop = (): Shop => ({ url: process.env['E2E_SHOP'] ?? '', dataDir: process.env['E2E_DATA_DIR'] ?? '' });

/** Invites somebody as `npm run staff` does, beside the running shop. @returns the one-time link */
export async function inviteStaff(name: string, rights: string, { url, dataDir } = sharedShop()): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    CONSOLE_URL: url.replace('127.0.0.1', 'localhost'),
  };
  const args = ['--disable-warning=ExperimentalWarning', STAFF, 'invite', name, '--rights', rights];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const link = stdout.trim().split('\n').at(-1) ?? '';
  expect(link).toMatch(/\/console\/join#/);
  return link;
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

/** Gives the member with this invite code NT$50 of shopping credit. `support`: a page of the console */
export async function giveCredit(support: Page, inviteCode: string): Promise<void> {
  await support.getByRole('link', { name: '會員', exact: true }).click();
  await support.getByLabel('推薦碼').fill(inviteCode);
  await support.getByRole('button', { name: '尋找' }).click();
  await support.getByRole('button', { name: '贈與購物金' }).click();
  const grant = support.getByRole('form', { name: '購物金' });
  await grant.getByLabel('說明').fill('旅程');
  await grant.getByRole('button', { name: '確認送出' }).click();
  await expect(support.getByRole('listitem').filter({ hasText: '贈與購物金 NT$50' })).toBeVisible();
}

/** A new member of the staff, signed in by a new passkey. `shop`: a shop of its own */
export async function joinConsole(page: Page, name = '林客服', rights = 'all', shop?: Shop): Promise<void> {
  await withAuthenticator(page);
  await page.goto(await inviteStaff(name, rights, shop));
  await page.getByRole('button', { name: '建立通行金鑰' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('帳號已啟用');
  await page.getByRole('link', { name: '我已保存，前往後台' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單');
}

export const openOrder = (support: Page, orderNo: string) => support.goto(`${new URL(support.url()).origin}/console/orders/${orderNo}`);
