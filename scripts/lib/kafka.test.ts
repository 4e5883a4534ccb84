import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findJava } from './kafka.mjs';

describe('a machine that cannot run a broker', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('gets a sentence that names what is missing', async () => {
    vi.stubEnv('JAVA_HOME', tmpdir());
    await expect(findJava()).rejects.toThrow('The Kafka broker needs Java 17 or newer, and there is none in JAVA_HOME.');
    vi.stubEnv('JAVA_HOME', '');
    vi.stubEnv('PATH', tmpdir());
    await expect(findJava()).rejects.toThrow('The Kafka broker needs Java 17 or newer, and there is none on PATH.');
  });
});
