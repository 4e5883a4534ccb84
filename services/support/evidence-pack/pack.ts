import { shownTime } from '@nordhaut/contracts';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HistoryEvent } from '@nordhaut/contracts/support';
import { receiptOf, type StreamEvidence } from '@nordhaut/evidence';
import type { EventMetadata } from '@nordhaut/platform/event-store';
import { strToU8, zipSync } from 'fflate';
import { asLines } from '../orders/export.ts';
import type { Field } from '../orders/state-fields.ts';
import * as words from '../orders/words.ts';
import type { DisputePart } from './dispute.ts';
import { fieldList, page, paragraph, section, table } from './html.ts';

export type PackParts = {
  orderNo: string;
  madeAt: Date;
  evidence: StreamEvidence;
  /** the order's own events as sentences */
  history: readonly HistoryEvent[];
  /** the newest state, masked */
  fields: readonly Field[];
  /** canonical JSON, without personal data */
  state: string;
  dispute: DisputePart | undefined;
};

const CHECKER = new URL('./check.mjs', import.meta.url);

/** The files of an evidence pack by name. `manifest.txt` lists the hashes of all others and is signed. */
export async function packFiles(parts: PackParts): Promise<Record<string, string>> {
  const { evidence, orderNo, madeAt, state, dispute } = parts;
  const files: Record<string, string> = {
    'index.html': readablePage(parts),
    'events.ndjson': asLines(evidence.events),
    'state.json': `${state}\n`,
    'proof.json': `${JSON.stringify(proofOf(evidence), null, 2)}\n`,
    'checkpoint.txt': evidence.checkpoint.note,
    'public-key.txt': `${evidence.publicKey}\n`,
    'check.mjs': await readFile(CHECKER, 'utf8'),
    ...dispute?.files,
  };
  const listed = Object.keys(files)
    .toSorted()
    .map((name) => `${hash('sha256', files[name] ?? '', 'hex')}  ${name}\n`);
  // The space in the first line keeps it apart from a checkpoint, which the same key signs.
  const manifest = evidence.sign(`Nordhaut 證據包 ${orderNo} ${madeAt.toISOString()}\nsha256\n${listed.join('')}`);
  return { ...files, 'manifest.txt': manifest };
}

/** `madeAt`: the time of the files in the ZIP. */
export const zipOf = (files: Readonly<Record<string, string>>, madeAt: Date): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime: madeAt });

const hex = (path: readonly Buffer[]): string[] => path.map((one) => one.toString('hex'));

function proofOf({ events, checkpoint, inclusions, sent }: StreamEvidence): object {
  const last = events.at(-1);
  return {
    stream: last?.stream,
    origin: checkpoint.origin,
    size: checkpoint.size,
    receipt: last && receiptOf(last.stream, last.revision, (JSON.parse(last.metadata) as EventMetadata).hash),
    inclusions: inclusions.map(({ revision, index, path }) => ({ revision, index, path: hex(path) })),
    sent: sent ? { note: sent.note, size: sent.size, sentAt: sent.sentAt.toISOString(), consistency: hex(sent.consistency) } : null,
  };
}

function readablePage({ orderNo, madeAt, evidence, history, fields, dispute }: PackParts): string {
  const { checkpoint, sent, publicKey, events } = evidence;
  return page(`訂單 ${orderNo} 的證據`, [
    paragraph(`製作時間：${shownTime(madeAt.toISOString())}（臺北時間）。用途：${dispute ? '信用卡爭議' : '訂單歷程'}。`),
    section(
      '這份證據證明什麼',
      paragraph(
        `events.ndjson 是這筆訂單的全部 ${events.length} 筆事件，與商店儲存並計算雜湊的文字逐字相同。每一筆的雜湊包含前一筆，並且都在商店以金鑰簽章的檢查點之內；簽章之後若有任何一筆遭改寫、抽換或插入，檢查就會失敗。`,
      ),
      paragraph('解壓縮後在資料夾內執行 node check.mjs（Node 20 以上，不需連線），即可自行驗證；加上 --key 可指定您另行取得的公鑰。'),
      fieldList([
        { label: '檢查點', value: `${checkpoint.origin}，共 ${checkpoint.size} 筆紀錄` },
        { label: '根雜湊', value: checkpoint.root.toString('base64') },
        { label: '公鑰', value: publicKey },
        {
          label: '最近寄出商店的檢查點',
          value: sent ? `前 ${sent.size} 筆紀錄，${shownTime(sent.sentAt.toISOString())} 寄出` : '尚未寄出',
        },
      ]),
    ),
    section(
      '未涵蓋的事項',
      `<ul>${[
        `版本 ${events.length} 以後的事件。`,
        '商店當時記錄的內容是否屬實，以及金流、物流業者與收信者一方的紀錄。',
        ...(sent && sent.size < checkpoint.size
          ? [`第 ${sent.size + 1} 筆以後的紀錄，目前只有商店自己的簽章，尚無寄到商店以外的檢查點。`]
          : []),
        '本頁是事件的摘要；個人資料在事件中是加密的，本頁除用途所需外均已遮罩。',
      ]
        .map((line) => `<li>${line}</li>`)
        .join('')}</ul>`,
    ),
    section('訂單目前的狀態', fieldList(fields)),
    ...(dispute?.sections ?? []),
    section(
      '歷程',
      table(
        ['版本', '記錄時間', '執行者', '內容'],
        // By role: a member of the staff is not named outside the shop.
        history.map(({ revision, recordedAt, actor, sentence }) => [
          String(revision),
          shownTime(recordedAt),
          words.ACTORS[actor.kind] ?? actor.kind,
          sentence,
        ]),
      ),
    ),
  ]);
}
