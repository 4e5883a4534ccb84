import type { Still } from '../relief/light.ts';
import { drop, dunes, fading, put } from '../relief/motifs.ts';
import { smear, swirl, together } from '../relief/shapes.ts';
import { GROUND, type Scene, amber, sand, white } from './still-paints.ts';
import { CAMPAIGN_STILLS } from './campaign-stills.ts';
import { POST_STILLS } from './post-stills.ts';

/**
 * The slides of the carousel. Their words stand on the left on a computer, and above the content on a phone. A narrow phone shows
 * the middle three quarters of the width, so the content stays within them.
 */
const SLIDES: Readonly<Record<string, (isPhone: boolean) => Scene>> = {
  barrier: () => ({
    ground: GROUND.func,
    seed: 41,
    contents: [
      white(
        put(
          smear({
            through: [
              [-0.4, 0.12],
              [-0.14, 0.02],
              [0.14, 0],
              [0.5, -0.18],
            ],
            width: 0.17,
            high: 0.05,
            seed: 9,
          }),
          0,
          0.02,
        ),
      ),
      amber(together(drop(0.34, 0.27, 0.062, 0.045), drop(0.45, 0.2, 0.02, 0.015))),
    ],
  }),
  trial: () => ({
    ground: GROUND.lock,
    seed: 42,
    contents: [white(together(put(swirl(0.33, 0.12, 11), 0.13, -0.04), put(swirl(0.1, 0.05, 5, 7), -0.35, 0.2)))],
  }),
  wind: (isPhone) => ({
    ground: GROUND.func,
    seed: 43,
    contents: [sand(isPhone ? fading(dunes(4, 0.05, 9), 0.015, 'y', -0.55, 0.1) : fading(dunes(4, 0.05, 9), 0.015, 'x', -0.75, 0.15))],
  }),
};

const SCENES: Readonly<Record<string, () => Scene>> = Object.fromEntries([
  ...Object.entries(POST_STILLS).map(([name, scene]) => [`post/${name}`, scene]),
  ...Object.entries(CAMPAIGN_STILLS).map(([name, scene]) => [`campaign/${name}`, scene]),
]);

const SLIDE = /^carousel\/([a-z]+)-(pc|mobile)$/;

/** The still life with this name below `/img/content/`; undefined if there is none. */
export function stillStory(name: string): Still | undefined {
  const [, slide = '', place] = SLIDE.exec(name) ?? [];
  if (Object.hasOwn(SLIDES, slide) && SLIDES[slide])
    return place === 'pc'
      ? { ...SLIDES[slide](false), aspect: 16 / 9, middle: 1.22, level: 0.52, zoom: 0.94 }
      : { ...SLIDES[slide](true), aspect: 0.8, middle: 0.4, level: 0.68, zoom: 0.54 };
  const scene = Object.hasOwn(SCENES, name) ? SCENES[name]?.() : undefined;
  return scene && { ...scene, aspect: 16 / 9, middle: 8 / 9, zoom: 1 };
}

export const stillNames = (): string[] => [
  ...Object.keys(SCENES),
  ...Object.keys(SLIDES).flatMap((slide) => [`carousel/${slide}-pc`, `carousel/${slide}-mobile`]),
];
