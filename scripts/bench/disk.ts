import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Durable writes of 8 kB per second to the disk under `folder`, one after another: the limit of sequential commits. */
export async function fsyncsPerSecond(folder: string, seconds = 2): Promise<number> {
  const path = join(folder, 'written');
  const file = await open(path, 'w');
  const page = Buffer.alloc(8192, 1);
  const began = performance.now();
  let times = 0;
  for (; performance.now() - began < seconds * 1000; times++) {
    await file.write(page, 0, page.length, 0);
    await file.datasync();
  }
  const rate = times / ((performance.now() - began) / 1000);
  await file.close();
  await rm(path);
  return rate;
}
