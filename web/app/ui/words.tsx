import { LRUCache } from 'lru-cache';
import { Fragment } from 'react';

const segmenter = new Intl.Segmenter('zh-Hant', { granularity: 'word' });
/** Words of the trade that no dictionary of the runtime has. */
const OWN =
  /(神經醯胺|試用品|護手霜|化妝棉|化妝水|潔膚露|精華液|凝膠|膚況|膚質|正品|封膜|單品|滋養|保濕|鎖水|潤膚油|玻尿酸|菸鹼醯胺|胺基酸|半分鐘|鑑賞期|購物金|優惠券|屏障|脂質|柔潤|東北季風|基隆|澎湖)/;
/** Words of one character that belong to the one before, or to the one after. */
const TAIL = /^[的了著過地得嗎呢吧們時後裡上下住件盒支瓶次天片粒號步種]$/;
const HEAD = /^[不也很再請更最每各這那一二兩三四五六七八九十在把被與和或給以為從到約附]$/;
/** Safari ends a line of `break-keep` after a mark only where a part ends. */
const ENDS_HAN = /[\p{Script=Han}，、。；：！？]$/u;
const BEGINS_HAN = /^\p{Script=Han}/u;

const wordsOf = (text: string): string[] =>
  text.split(OWN).flatMap((part, place) => (place % 2 ? part : Array.from(segmenter.segment(part), ({ segment }) => segment)));

function separate(text: string): string[] {
  const parts: string[] = [];
  let word = '';
  for (const next of wordsOf(text)) {
    const last = parts.at(-1);
    const together = last !== undefined && (!ENDS_HAN.test(last) || !BEGINS_HAN.test(next) || TAIL.test(next) || HEAD.test(word));
    if (together) parts[parts.length - 1] += next;
    else parts.push(next);
    word = next;
  }
  return parts;
}

/** Bounds the memory. Without the cache the words take a twentieth of the time of the home page. */
const MOST_CHARACTERS = 50_000;
const kept = new LRUCache<string, readonly string[]>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (_parts, text) => text.length + 1,
  memoMethod: separate,
});

/** The text in parts. A line may end between them, and inside them after a space. */
export const partsOf = (text: string): readonly string[] => kept.memo(text);

/**
 * A Chinese text whose lines end between words. Browsers find the words of Japanese only. The runtime's dictionary decides where a
 * word ends, and that of a browser may differ, so only parts that the server alone renders (`StaticPart`) use this.
 */
export const Words = ({ of }: { of: string }) => (
  <span className="break-keep">
    {partsOf(of).map((part, place) => (
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
