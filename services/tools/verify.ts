import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  AgainstCheckpoints,
  againstReceipts,
  isReceiptOf,
  keyText,
  nameOf,
  NotSigned,
  openCheckpoint,
  originOf,
  type Outside,
  readPublicKey,
  readReceipt,
  signerOf,
  type Verified,
  type Verifier,
  verifyStore,
  verifyStream,
} from '@nordhaut/evidence';
import type { Engine } from '@nordhaut/platform/engine';
import type { HistoryCheck, Verdict } from '@nordhaut/platform/envelope';
import type { StreamName } from '@nordhaut/platform/event-store';
import { modules } from '@nordhaut/shop/modules';
import { runTool, say, type ToolProcess, WrongUsage } from '@nordhaut/shop/tool';

/** `scripts/verify.mjs` has the usage. */
const read = (args: string[]) =>
  parseArgs({
    args,
    options: {
      checkpoint: { type: 'string', multiple: true, default: [] },
      receipt: { type: 'string', multiple: true, default: [] },
      'public-key': { type: 'string' },
    },
    allowPositionals: true,
  });

type Print = (line: string) => void;

function receiptsOf(codes: readonly string[]) {
  return codes.map((code) => {
    const receipt = readReceipt(code);
    if (!receipt) throw new WrongUsage(`${code} is no receipt: a letter is wrong or missing.`);
    return { ...receipt, code };
  });
}

/** The checkpoints in these files and folders, with valid signatures. @throws WrongUsage */
async function outsideOf(paths: readonly string[], publicKey: string | undefined, engine: Pick<Engine, 'config'>): Promise<Outside[]> {
  const files: string[] = [];
  for (const path of paths) {
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    const inside = isFolder ? (await readdir(path)).filter((name) => name.endsWith('.txt')).map((name) => join(path, name)) : [path];
    // A folder that is not mounted must not pass for a proof.
    if (inside.length === 0) throw new WrongUsage(`${path} has no checkpoint: no file whose name ends with .txt.`);
    files.push(...inside);
  }
  const verifierFor = await verifierOf(publicKey, engine);
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(name, 'utf8').catch((error: Error) =>
        Promise.reject(new WrongUsage(`${name} cannot be read: ${error.message}`)),
      );
      // The whole output of the job checkpoint names the public key below the note.
      const note = text.replace(/\nPublic key: .*\n?$/, '');
      try {
        return { name, checkpoint: openCheckpoint(note, verifierFor(note)) };
      } catch (error) {
        if (!(error instanceof NotSigned)) throw error;
        throw new WrongUsage(`${name} proves nothing: ${error.message}.`);
      }
    }),
  );
}

/** @returns the key for a note: the given one, or this shop's own under the name in the note. @throws WrongUsage */
async function verifierOf(given: string | undefined, { config }: Pick<Engine, 'config'>): Promise<(note: string) => Verifier> {
  if (given !== undefined) {
    try {
      const verifier = readPublicKey(given);
      return () => verifier;
    } catch (error) {
      throw new WrongUsage(`--public-key: ${(error as Error).message}.`);
    }
  }
  const text = await keyText(config);
  if (text === undefined) throw new WrongUsage('--public-key is missing, and this process has no CHECKPOINT_KEY.');
  return (note) => {
    try {
      return signerOf(originOf(note), text);
    } catch {
      throw new NotSigned('it is no signed note');
    }
  };
}

/** Without receipts, only the chain of a stream is checked, and a forger can compute all of it. @throws WrongUsage */
async function reportStream(
  store: Engine['store'],
  stream: StreamName,
  receipts: ReturnType<typeof receiptsOf>,
  print: Print,
): Promise<boolean> {
  const other = receipts.find((receipt) => !isReceiptOf(receipt, stream));
  if (other) throw new WrongUsage(`${other.code} is not a receipt of ${stream}.`);
  const checks = [againstReceipts(receipts)];
  const verified = await verifyStream(store, stream, { checks });
  const isWhole = await report(verified, checks, print);
  if (!isWhole || receipts.length > 0) return isWhole;
  if (verified.events === 0) {
    print(`The store has no event of ${stream}. Only a receipt shows whether it had one.`);
    return false;
  }
  print(
    `Not covered since revision 0 of ${stream}: ${verified.events} events. Only a receipt, or a checkpoint of the whole history, shows that they are as they were.`,
  );
  return true;
}

/** @returns whether nothing is wrong */
async function report(verified: Verified, checks: readonly HistoryCheck[], print: Print): Promise<boolean> {
  const { events, foreign } = verified;
  if (!verified.ok) {
    print(`BROKEN after ${events} events whose hashes fit: ${nameOf(verified.fault.event)}: ${verified.fault.reason}.`);
    print('The events after it, checkpoints and receipts were not checked.');
    return false;
  }
  print(`${events} events in ${verified.streams} streams: every hash fits its event and the event before it.`);
  if (foreign > 0) print(`${foreign} events on this server belong to other programs and were not verified.`);
  const verdicts: Verdict[] = [];
  for (const check of checks) verdicts.push(await check.verdict());
  for (const line of verdicts.flatMap(({ proven = [] }) => proven)) print(line);
  for (const line of verdicts.flatMap(({ uncovered = [] }) => uncovered)) print(line);
  const faults = verdicts.flatMap((verdict) => verdict.faults);
  for (const line of faults) print(`FORGED OR LOST: ${line}`);
  return faults.length === 0;
}

/** @param self the process whose arguments these are */
export async function verify(args: string[], self: ToolProcess = process): Promise<void> {
  const { values, positionals } = read(args);
  const print: Print = (line) => say(line, self);
  await runTool(async (engine) => {
    const [stream] = positionals as StreamName[];
    const receipts = receiptsOf(values.receipt);
    const { store, config, categories } = engine;
    if (stream !== undefined) {
      if (values.checkpoint.length > 0) throw new WrongUsage('--checkpoint needs the whole history: leave the stream out.');
      return reportStream(store, stream, receipts, print);
    }
    const tree = new AgainstCheckpoints(await outsideOf(values.checkpoint, values['public-key'], engine));
    const checks = [tree, againstReceipts(receipts), ...modules.flatMap((module) => module.checks?.(engine) ?? [])];
    // Only Postgres has positions without gaps.
    const verified = await verifyStore(store, { contiguous: config.EVENTSTORE_URL === undefined, categories, checks });
    const { size, root } = tree.head;
    if (verified.ok) print(`Size ${size}, root ${root.toString('base64')}`);
    return report(verified, checks, print);
  }, self);
}

if (import.meta.main) await verify(process.argv.slice(2));
