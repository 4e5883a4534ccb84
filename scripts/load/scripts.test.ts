import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eventFrame, readFrame, socketUrl } from '../../infra/load/lib/engine-io.ts';
import { createHeard } from '../../infra/load/lib/heard.ts';
import { durationIn, journeysIn, numberIn, profileIn } from '../../infra/load/said.ts';

const folder = fileURLToPath(new URL('../../infra/load/', import.meta.url));
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
);

describe('the k6 scripts', () => {
  test.each(scripts)('%s has erasable types and imports only k6 and existing files', (file) => {
    const path = join(folder, file);
    const code = stripTypeScriptTypes(readFileSync(path, 'utf8'));
    const imports = [...code.matchAll(/(?:^|\n)\s*(?:import|export)[^'";]*?from\s*'([^']+)'/g)].map(([, from = '']) => from);
    for (const from of imports) {
      if (/^k6(\/|$)/.test(from)) continue;
      expect(from, 'no import from the internet').toMatch(/^\.{1,2}\/.*\.ts$/);
      expect(existsSync(join(dirname(path), from)), from).toBe(true);
    }
  });
});

describe('the variables of a run without the launcher', () => {
  test('are read as the options of the launcher are, and an empty one is missing', () => {
    const env = { LOAD_PROFILE: 'load', LOAD_RATE: '0.5', LOAD_DURATION: '1m30s', LOAD_JOURNEYS: 'browse,guest-cod,browse' };
    expect([profileIn(env), numberIn(env, 'RATE'), durationIn(env), journeysIn(env)]).toEqual(['load', 0.5, 90, ['browse', 'guest-cod']]);
    const empty = { LOAD_PROFILE: '', LOAD_RATE: '', LOAD_DURATION: '', LOAD_JOURNEYS: '' };
    for (const none of [{}, empty])
      expect([profileIn(none), numberIn(none, 'RATE'), durationIn(none), journeysIn(none)]).toEqual([
        'smoke',
        undefined,
        undefined,
        undefined,
      ]);
  });

  test('with a wrong value end the run', () => {
    expect(() => profileIn({ LOAD_PROFILE: 'nix' })).toThrow(/^LOAD_PROFILE=nix: there are smoke/);
    expect(() => journeysIn({ LOAD_JOURNEYS: 'browse,fly' })).toThrow(/^LOAD_JOURNEYS=fly: there are guest-cod/);
    expect(() => durationIn({ LOAD_DURATION: 'long' })).toThrow(/^LOAD_DURATION=long: must be like/);
    for (const rate of ['abc', '0', '-1', 'Infinity'])
      expect(() => numberIn({ LOAD_RATE: rate }, 'RATE')).toThrow(`LOAD_RATE=${rate}: must be a number above 0`);
  });
});

describe('Engine.IO frames', () => {
  test('reads the frames of a server', () => {
    expect(readFrame('0{"sid":"x","upgrades":[],"pingInterval":25000,"pingTimeout":20000}')).toEqual({
      kind: 'open',
      pingInterval: 25_000,
      pingTimeout: 20_000,
    });
    expect(readFrame('2')).toEqual({ kind: 'ping' });
    expect(readFrame('40{"sid":"y"}')).toEqual({ kind: 'connected' });
    expect(readFrame('44{"message":"full"}')).toEqual({ kind: 'refused', message: 'full' });
    expect(readFrame('42["order:status",{"revision":3,"label":"第\\n二"}]')).toEqual({
      kind: 'event',
      name: 'order:status',
      body: { revision: 3, label: '第\n二' },
    });
    expect(readFrame('4312[{"ok":true,"revision":1}]')).toEqual({ kind: 'ack', id: 12, body: { ok: true, revision: 1 } });
    for (const frame of ['41', '1']) expect(readFrame(frame)).toEqual({ kind: 'closed' });
  });

  test.each(['', '6', '4', '42', '42{', '42["order:status"', '42[7]', '9x', '451-["binary"]'])('ignores the frame "%s"', (frame) => {
    expect(readFrame(frame)).toEqual({ kind: 'other' });
  });

  test('writes the frame and the URL of a follower', () => {
    expect(eventFrame(0, 'order:subscribe', { orderNo: 'A', afterRevision: -1 })).toBe(
      '420["order:subscribe",{"orderNo":"A","afterRevision":-1}]',
    );
    expect(socketUrl('http://127.0.0.1:3000')).toBe('ws://127.0.0.1:3000/socket.io/?EIO=4&transport=websocket');
    expect(socketUrl('https://shop.example')).toBe('wss://shop.example/socket.io/?EIO=4&transport=websocket');
  });
});

describe('the statuses of a follower', () => {
  const shown = (...revisions: number[]) => ({
    revision: revisions.at(-1) ?? -1,
    timeline: revisions.map((revision) => ({ revision, code: `C${revision}` })),
  });
  const told = (revision: number) => ({ orderNo: 'A', revision, position: '0', at: '', entry: { code: `C${revision}` } });

  test('statuses in order are new, and none is missing', () => {
    const heard = createHeard(shown(0, 1));
    expect([2, 3, 4].map((revision) => heard.hear(told(revision)))).toEqual(['new', 'new', 'new']);
    expect([heard.last(), heard.has('C4'), heard.has('C5')]).toEqual([4, true, false]);
    expect(heard.missing(shown(0, 1, 2, 3, 4))).toEqual([]);
  });

  test('a status that did not arrive is missing, one after a later one is late, and a second one is repeated', () => {
    const heard = createHeard(shown(0, 1));
    expect([1, 2, 5, 4, 4, 5].map((revision) => heard.hear(told(revision)))).toEqual([
      'repeated',
      'new',
      'new',
      'late',
      'repeated',
      'repeated',
    ]);
    expect(heard.last()).toBe(5);
    expect(heard.missing(shown(0, 1, 2, 3, 4, 5))).toEqual([3]);
  });

  test('an event without a timeline entry is no status, and advances the revision', () => {
    const heard = createHeard(shown(0));
    expect(heard.hear({ ...told(1), entry: null })).toBe('new');
    expect([heard.last(), heard.missing(shown(0))]).toEqual([1, []]);
  });
});
