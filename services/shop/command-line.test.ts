import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { readShopConfig } from './config.ts';
import { rolesOf } from './roles.ts';
import { WrongUsage } from './tool.ts';

const config = (env: Record<string, string> = {}) => readShopConfig({ NODE_ENV: 'test', ...env });

describe('the command line', () => {
  it('reads each role from an argument, or all roles from the environment', () => {
    expect(readCommandLine(['--role', 'http', '--role=projector'], { ROLES: 'relay' })).toEqual({ roles: ['http', 'projector'] });
    expect(readCommandLine([], { ROLES: ' http, poller ,' })).toEqual({ roles: ['http', 'poller'] });
    expect(readCommandLine([], {})).toEqual({ roles: [] });
  });

  it('reads a job, and ignores the roles of the environment', () => {
    expect(readCommandLine(['--job', 'migrate'], { ROLES: 'http' })).toEqual({ roles: [], job: 'migrate' });
  });

  it.each([
    [['--job', 'dance'], 'There is no job "dance"'],
    [['--job', 'migrate', '--role', 'http'], 'not both'],
    [['--rolle', 'http'], "Unknown option '--rolle'. There are --role NAME and --job NAME."],
    [['http'], "Unexpected argument 'http'. There are --role NAME and --job NAME."],
    [['--role', 'htpp'], 'There is no role "htpp"'],
  ])('refuses %j with one sentence, which the usage follows', (args, sentence) => {
    const refused = (): unknown => readCommandLine(args, {});
    expect(refused).toThrow(WrongUsage);
    expect(refused).toThrow(sentence);
    expect(refused).not.toThrow('\n');
  });
});

describe('the roles of a process', () => {
  it('are all roles with work, if the command line names none', () => {
    expect([...rolesOf([], config())]).toEqual([
      'simulators',
      'projector',
      'forgetter',
      'rewards',
      'sweeper',
      'poller',
      'messaging',
      'evidence',
      'tracking',
      'http',
      'realtime',
    ]);
    expect([...rolesOf([], config({ SIMULATORS_URL: 'http://localhost:4001', KAFKA_BROKERS: 'localhost:9092' }))]).toEqual([
      'projector',
      'forgetter',
      'relay',
      'rewards',
      'sweeper',
      'poller',
      'messaging',
      'evidence',
      'tracking',
      'http',
      'realtime',
    ]);
  });

  it('are the named ones', () => {
    expect([...rolesOf(['http', 'http'], config())]).toEqual(['http']);
  });

  it('are refused if they are unknown or cannot do their work', () => {
    expect(() => rolesOf(['http', 'htpp'], config())).toThrow('There is no role "htpp"');
    expect(() => rolesOf(['relay'], config())).toThrow('KAFKA_BROKERS');
    expect(() => rolesOf(['simulators'], config({ SIMULATORS: 'off' }))).toThrow('SIMULATORS=on');
  });
});
