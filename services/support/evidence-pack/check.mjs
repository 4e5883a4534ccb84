// 訂單證據包的檢查程式。只需要 Node 20 以上，不需連線，也不需安裝任何套件。
//
//   node check.mjs                       檢查這個資料夾裡的證據包
//   node check.mjs --key 名稱+編號+公鑰    另外確認簽章者是您從商店以外取得的公鑰
//   node check.mjs --against 檔案.ndjson  與日後匯出的事件比對，找出遭改寫的地方
//
// 結束代碼：0 全部相符，1 有不符，2 用法錯誤。
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)));
const text = (name) => here(name).toString('utf8');
const sha256 = (bytes, form) => createHash('sha256').update(bytes).digest(form);
const linesOf = (ndjson) =>
  ndjson
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const proven = [];
const uncovered = [];
const faults = [];

function options(args) {
  const found = {};
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at];
    if ((name !== '--key' && name !== '--against') || args[at + 1] === undefined) {
      console.error('用法：node check.mjs [--key 名稱+編號+公鑰] [--against 檔案.ndjson]');
      process.exit(2);
    }
    found[name.slice(2)] = args[at + 1];
  }
  return found;
}

/** Canonical JSON (RFC 8785) of what an event can hold. */
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** The hash that an event must have after the event with the hash `before`. */
function chainHash(before, { stream, revision, id, type, data, metadata }) {
  const { hash: _, ...about } = JSON.parse(metadata);
  if (about.hashVersion === 2)
    return sha256(
      `["${before}",${JSON.stringify(stream)},${revision},"${id}",${JSON.stringify(type)},${canonical(JSON.parse(data))},${canonical(about)}]`,
      'hex',
    );
  // Events of the first releases: the texts as written, and the hash is the last member of the metadata.
  const bare = metadata.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}');
  return sha256(`${before}\n${id}\n${type}\n${bare}\n${data}`, 'hex');
}

function checkChain(events, stream) {
  let before = '0'.repeat(64);
  for (const [at, event] of events.entries()) {
    const { hash } = JSON.parse(event.metadata);
    if (event.stream !== stream || event.revision !== at || chainHash(before, event) !== hash) {
      faults.push(`版本 ${at}（${event.type}）與雜湊鏈不符：內容、順序或歸屬遭到更動。`);
      return false;
    }
    before = hash;
  }
  proven.push(`${events.length} 筆事件（版本 0 至 ${events.length - 1}）的內容、時間、執行者與順序，與雜湊鏈逐筆相符。`);
  return true;
}

function keyOf(line) {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (bytes.length !== 33 || bytes[0] !== 1) throw new Error('公鑰的格式不符');
  if (sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes]), 'hex').slice(0, 8) !== id) throw new Error('公鑰與其編號不符');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** The text of a signed note (c2sp.org/signed-note); undefined if this key did not sign it. */
function openNote(note, { name, id, key }) {
  const end = note.lastIndexOf('\n\n');
  const signed = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split('\n')) {
    const [, by, encoded] = /^— (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    if (
      end !== -1 &&
      by === name &&
      bytes.subarray(0, 4).toString('hex') === id &&
      verify(null, Buffer.from(signed), key, bytes.subarray(4))
    )
      return signed;
  }
  return undefined;
}

function checkpointOf(note, key) {
  const [, origin, size, root] = /^(\S+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/.exec(openNote(note, key) ?? '') ?? [];
  return root === undefined ? undefined : { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

const nodeHash = (left, right) => sha256(Buffer.concat([Buffer.of(1), left, right]));
const half = (value) => Math.floor(value / 2);
const isOdd = (value) => value % 2 === 1;

/** RFC 9162 §2.1.3.2 */
function includes(leaf, index, { size, root }, path) {
  if (!(index >= 0 && index < size)) return false;
  let [place, last, computed] = [index, size - 1, leaf];
  for (const other of path) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      computed = nodeHash(other, computed);
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)];
    } else computed = nodeHash(computed, other);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && computed.equals(root);
}

/** RFC 9162 §2.1.4.2 */
function continues(first, second, path) {
  if (first.size === second.size) return path.length === 0 && first.root.equals(second.root);
  let [place, last] = [first.size - 1, second.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  const [start, ...rest] = place === 0 ? [first.root, ...path] : path;
  if (start === undefined) return false;
  let [before, after] = [start, start];
  for (const other of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [before, after] = [nodeHash(other, before), nodeHash(other, after)];
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)];
    } else after = nodeHash(after, other);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && before.equals(first.root) && after.equals(second.root);
}

const fromHex = (path) => path.map((hash) => Buffer.from(hash, 'hex'));

function checkInclusions(events, inclusions, checkpoint) {
  const byRevision = new Map(inclusions.map((inclusion) => [inclusion.revision, inclusion]));
  const missing = events.filter(({ stream, revision, metadata }) => {
    const { index, path } = byRevision.get(revision) ?? { index: -1, path: [] };
    const leaf = sha256(`\0[${JSON.stringify(stream)},${revision},"${JSON.parse(metadata).hash}"]`);
    return !includes(leaf, index, checkpoint, fromHex(path));
  });
  if (missing.length > 0) faults.push(`版本 ${missing.map(({ revision }) => revision).join('、')} 不在簽章檢查點所涵蓋的紀錄裡。`);
  else proven.push(`這些事件全部在 ${checkpoint.origin} 簽章的檢查點之內（共 ${checkpoint.size} 筆紀錄）：簽章之後無法更改、抽換或插入。`);
}

function checkSent({ sent }, checkpoint, key) {
  if (sent === null) {
    uncovered.push('這把金鑰的檢查點尚未寄到商店以外的地方。');
    return;
  }
  const earlier = checkpointOf(sent.note, key);
  if (!earlier || !continues(earlier, checkpoint, fromHex(sent.consistency))) faults.push('檢查點不是先前寄出之檢查點的延續。');
  else
    proven.push(
      `檢查點是 ${sent.sentAt} 寄出商店之檢查點（前 ${earlier.size} 筆紀錄）的延續。請向收件者取得該檢查點，與 proof.json 內的文字比對。`,
    );
}

/** The files of this folder, named as in the list. */
function filesHere() {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll(sep, '/'));
}

function checkFiles(key) {
  const manifest = openNote(text('manifest.txt'), key);
  if (manifest === undefined) {
    faults.push('manifest.txt 的簽章不符。');
    return;
  }
  const [head, , ...listed] = manifest.trimEnd().split('\n');
  const changed = listed.filter((line) => {
    const [hash, name] = [line.slice(0, 64), line.slice(66)];
    try {
      return sha256(here(name), 'hex') !== hash;
    } catch {
      return true;
    }
  });
  const known = new Set(['manifest.txt', ...listed.map((line) => line.slice(66))]);
  const added = filesHere().filter((name) => !known.has(name));
  if (added.length > 0) uncovered.push(`這些檔案不在商店簽章的清單裡，不屬於這份證據包：${added.join('、')}。`);
  if (changed.length > 0) faults.push(`檔案遭更動或遺失：${changed.map((line) => line.slice(66)).join('、')}。`);
  else proven.push(`其餘檔案（${listed.length} 個）與商店簽章的清單相符（${head}）。`);
}

function compare(events, file) {
  const others = new Map(linesOf(readFileSync(file, 'utf8')).map((event) => [event.revision, event]));
  const differing = events.filter((event) => {
    const other = others.get(event.revision);
    return !other || ['stream', 'id', 'type', 'data', 'metadata'].some((member) => other[member] !== event[member]);
  });
  if (differing.length > 0)
    faults.push(`${file} 與證據包不同：版本 ${differing.map(({ revision }) => revision).join('、')} 遭改寫或移除。`);
  else proven.push(`${file} 保有證據包的每一筆事件，沒有改寫。`);
}

function main() {
  const { key: known, against } = options(process.argv.slice(2));
  const publicKey = text('public-key.txt').trim();
  const key = keyOf(publicKey);
  const events = linesOf(text('events.ndjson'));
  const proof = JSON.parse(text('proof.json'));
  const checkpoint = checkpointOf(text('checkpoint.txt'), key);
  const isWhole = events.length > 0 && checkChain(events, proof.stream);
  if (!checkpoint) faults.push('checkpoint.txt 的簽章不符。');
  else if (isWhole) {
    checkInclusions(events, proof.inclusions, checkpoint);
    checkSent(proof, checkpoint, key);
  }
  if (known !== undefined && known.trim() !== publicKey) faults.push('簽章的公鑰不是您所指定的公鑰。');
  else if (known !== undefined) proven.push('簽章的公鑰就是您所指定的公鑰。');
  else uncovered.push(`公鑰是證據包自己所附。請與商店公布或另行取得的公鑰比對：${publicKey}`);
  checkFiles(key);
  if (against !== undefined) compare(events, against);
  uncovered.push(
    `版本 ${events.length} 以後的事件不在這份證據包裡。`,
    '商店記錄當時所寫的內容是否屬實：紀錄證明的是「當時如此記錄，之後沒有更改」。',
    '個人資料在事件中是加密的。可閱讀頁面上的明文與信件內容只由 manifest.txt 的簽章保證是商店所提供。',
    '金流業者、物流業者與收信者一方的紀錄。',
  );
  for (const line of proven) console.log(`已證明  ${line}`);
  for (const line of uncovered) console.log(`未涵蓋  ${line}`);
  for (const line of faults) console.log(`不相符  ${line}`);
  console.log(faults.length === 0 ? '結果：相符' : '結果：不相符');
  process.exitCode = faults.length === 0 ? 0 : 1;
}

try {
  main();
} catch (error) {
  console.log(`不相符  證據包無法讀取：${error.message}\n結果：不相符`);
  process.exitCode = 1;
}
