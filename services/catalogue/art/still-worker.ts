import { parentPort, workerData } from 'node:worker_threads';
import type { StillTask } from './draw-still.ts';
import { paint } from './relief/light.ts';
import { stillStory } from './stories/stills.ts';

const { name, height } = workerData as StillTask;
const still = stillStory(name);
if (!still) throw new Error(`no still life ${name}`);
parentPort?.postMessage(paint(still, height));
