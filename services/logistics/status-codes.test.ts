import { describe, expect, it } from 'vitest';
import { type DeliverySubtype, DELIVERY_SUBTYPES } from '@nordhaut/contracts';
import {
  FINISHED_CODES,
  isFinal,
  isFinished,
  isHandedOver,
  isKnownCode,
  isLost,
  isNotCollected,
  statusesOf,
  statusOf,
} from './status-codes.ts';
import { displayLabel, NOT_COLLECTED_LABEL } from './status-labels.ts';

/** spec/2-accounts-and-members §4, to the letter. 3018 and 2073 (arrived at the store) are no finished codes (decisions.md 15). */
const SUCCESS_CODES = ['20000', '3003', '2067', '3022', '3018', '2073'];
const NOT_COLLECTED_CODES = ['2070', '2072', '2074', '2076', '3020', '3025', '3019', '3023', '40000'];

describe('the carriers’ tables', () => {
  it('hold all codes of the workbooks and the shop’s own codes', () => {
    // 300 is in every carrier's table too.
    // The workbook of UNIMARTC2C has no 310, but the specification does.
    expect(statusesOf('UNIMARTC2C')).toHaveLength(53 + 1 + 3);
    expect(statusesOf('FAMIC2C')).toHaveLength(32 + 3);
    expect(statusesOf('TCAT')).toHaveLength(51 + 3);
    expect(statusesOf('INTERNATIONAL').map((s) => s.code)).toEqual(['300', '900', '20000', '40000']);
  });

  it('say of each lost or destroyed parcel that the buyer does not get it', () => {
    for (const subtype of DELIVERY_SUBTYPES)
      for (const { code, group, officialText } of statusesOf(subtype))
        expect(isLost(subtype, code), code).toBe(group === 'exception' && /遺失|毀損/.test(officialText));
  });

  it('distinguish the codes of different carriers', () => {
    expect(statusOf('UNIMARTC2C', '2068').officialText).toBe('賣家已到門市寄件');
    expect(statusOf('FAMIC2C', '3032').group).toBe('at-sender-store');
    expect(isKnownCode('TCAT', '3018')).toBe(false);
    expect(statusOf('UNIMARTC2C', '2063')).toEqual({ code: '2063', group: 'unknown', officialText: '' });
  });

  it('hold every code that the specification lists as success or not collected', () => {
    for (const code of [...SUCCESS_CODES, ...NOT_COLLECTED_CODES]) {
      expect(
        DELIVERY_SUBTYPES.some((subtype) => isKnownCode(subtype, code)),
        code,
      ).toBe(true);
    }
    for (const code of NOT_COLLECTED_CODES) {
      const subtype = DELIVERY_SUBTYPES.find((candidate) => isKnownCode(candidate, code));
      expect(subtype !== undefined && isNotCollected(subtype, code), code).toBe(true);
    }
  });

  it('finish an order only at the finished codes, not at the arrival at the store', () => {
    expect(FINISHED_CODES.FAMIC2C).toEqual(['3022', '20000']);
    expect(isFinished('UNIMARTC2C', '2073')).toBe(false);
    expect(isFinal('UNIMARTC2C', '2073')).toBe(false);
    expect(isFinal('UNIMARTC2C', '2070')).toBe(true);
    expect(isFinal('FAMIC2C', '7035')).toBe(true);
    // Never handed over, and cancelled.
    expect(['7013', '9999'].map((code) => isFinal('UNIMARTC2C', code))).toEqual([true, true]);
    // The way back of a home delivery ends at 5008.
    expect(['5004', '5005', '3124', '3125', '5008'].map((code) => isFinal('TCAT', code))).toEqual([false, false, false, false, true]);
  });
});

describe('isHandedOver', () => {
  it('is false for the codes before the hand-over and for unknown codes', () => {
    const before = (subtype: DeliverySubtype) => statusesOf(subtype).flatMap(({ code }) => (isHandedOver(subtype, code) ? [] : [code]));
    expect(before('UNIMARTC2C')).toEqual(['300', '310', '7013', '9999']);
    expect(before('FAMIC2C')).toEqual(['300', '310', '7013', '7014']);
    expect(before('TCAT')).toEqual(['300', '310', '311']);
    expect(before('INTERNATIONAL')).toEqual(['300']);
    for (const subtype of DELIVERY_SUBTYPES) expect(isHandedOver(subtype, '31337')).toBe(false);
  });

  it('is true for every code after the hand-over and for 900', () => {
    expect(isHandedOver('UNIMARTC2C', '2068')).toBe(true);
    expect(isHandedOver('FAMIC2C', '3032')).toBe(true);
    expect(isHandedOver('TCAT', '3001')).toBe(true);
    for (const subtype of DELIVERY_SUBTYPES) expect(isHandedOver(subtype, '900')).toBe(true);
  });
});

describe('displayLabel', () => {
  it.each([
    ['TCAT', '300', '訂單處理中'],
    ['TCAT', '310', '訂單處理中'],
    ['UNIMARTC2C', '310', '訂單處理中'],
    ['FAMIC2C', '310', '訂單處理中'],
    ['TCAT', '900', '已出貨'],
    ['TCAT', '3001', '運送中'],
    ['TCAT', '3003', '已送達'],
    ['TCAT', '3006', '配送中'],
    ['TCAT', '3120', '準備配送'],
    ['TCAT', '20000', '已完成'],
    ['UNIMARTC2C', '2067', '已完成'],
    ['FAMIC2C', '3022', '已完成'],
    ['UNIMARTC2C', '2068', '商品已送至寄件門市'],
    ['FAMIC2C', '3018', '商品已送達取貨門市'],
    ['INTERNATIONAL', '40000', NOT_COLLECTED_LABEL],
    ['TCAT', '31337', '物流狀態更新中'],
  ] as const)('%s %s reads %s', (subtype, code, label) => expect(displayLabel(subtype, code)).toBe(label));
});
