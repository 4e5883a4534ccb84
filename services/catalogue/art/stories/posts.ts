import { at, bottle, box, circle, oval, path, row, shade, type Story, stroke, times, wide } from './canvas.ts';
import { bead, cloud, drop, grass, hill, leaf, onGlass, plant, rain, steam, sun } from './nature.ts';
import { arm, hand } from './people.ts';
import { bowl, calendar, cup, helmet, magnifier, mask, pane, parcel, plane, sachet, shelf, sheet, table, tap, towel, umbrella } from './things.ts';
import { line } from '../type.ts';

const INK = '#14211D';
const number = (x: number, y: number, text: string, size: number, fill = INK, opacity = 1) => line(x, y, text, { face: 'serif', size, fill, anchor: 'middle', opacity });

const brick = (x: number, y: number, w: number, h: number, i: number) =>
  path(`M${x + 14} ${y}Q${x + w / 2} ${y - 8} ${x + w - 14} ${y}Q${x + w} ${y + h / 2} ${x + w - 14} ${y + h}Q${x + w / 2} ${y + h + 8} ${x + 14} ${y + h}Q${x} ${y + h / 2} ${x + 14} ${y}Z`, ['#F2D8C4', '#EFD0B8', '#F5DFCE'][i % 3] ?? '#F2D8C4', 'stroke="#D9AE8F" stroke-width="3"');

const strand = (x: number, y: number, colour: string, length: number, up: boolean) => {
  const s = up ? -1 : 1;
  return circle(x, y, 15, colour) + stroke(`M${x - 5} ${y + 12 * s}q-8 ${length * 0.3 * s} 0 ${length * 0.5 * s}t0 ${length * 0.5 * s}M${x + 5} ${y + 12 * s}q8 ${length * 0.3 * s} 0 ${length * 0.5 * s}t0 ${length * 0.5 * s}`, colour, 4, 'opacity=".75"');
};

const lily = `${stroke('M0 0C-40 -10 -120 -20 -200 10M-60 -8C-90 40 -130 56 -170 60', INK, 6)}${stroke('M0 0C20 -60 80 -96 150 -92C110 -60 80 -30 0 0C60 -30 130 -30 190 0C130 16 70 20 0 0C40 30 90 60 150 66C90 80 30 50 0 0', INK, 6)}${stroke('M0 0C50 -6 80 -10 110 -16M0 0C50 6 80 10 104 16', INK, 4)}${stroke('M-120 -6C-140 -50 -180 -60 -210 -54C-190 -30 -160 -10 -120 -6', INK, 5)}`;

/** The pictures of the articles, by their slug. */
export const POST_STORIES: Record<string, () => Story> = {
  'a-wall-thinner-than-paper': () =>
    wide(
      'lock',
      0,
      box(360, 0, 1240, 900, '#EBC980', 0, 'opacity=".75"'),
      times(7, (r) => times(6, (c) => (c === 0 && r % 2 ? '' : brick(380 + c * 250 - (r % 2) * 120, 22 + r * 126, 222, 96, r + c)))),
      path('M0 0H360C330 160 384 300 350 460C330 600 386 760 356 900H0Z', '#F3F8F9'),
      bead(200, 260, 92), bead(96, 520, 54), bead(250, 640, 68), bead(130, 790, 40), drop(300, 60, 26),
    ),
  'sensitive-or-thirsty': () =>
    wide(
      'hydrate',
      0,
      path('M0 0H800V900H0Z', '#F3E6D2'),
      leaf(400, 800, 2.2, -8, 'paint-grass'),
      stroke('M330 690L392 610L356 540L420 470M470 620L428 540L474 450L440 380', '#8C6B37', 8),
      leaf(1200, 800, 2.2, 8),
      bead(1150, 420, 44), bead(1260, 560, 60), bead(1190, 660, 30), bead(1250, 320, 24), drop(1350, 80, 34),
    ),
  'pores-have-no-doors': () =>
    wide(
      'func',
      620,
      times(5, (i) => {
        const x = 190 + i * 300, h = 420 - (i % 2) * 70;
        return `${shade(x, 760, 120, 26)}${path(`M${x - 110} 760V${760 - h}C${x - 110} ${760 - h - 120} ${x + 110} ${760 - h - 120} ${x + 110} ${760 - h}V760H${x + 66}V${772 - h}C${x + 66} ${760 - h - 60} ${x - 66} ${760 - h - 60} ${x - 66} ${772 - h}V760Z`, 'url(#paint-clay)')}${path(`M${x + 66} 760V${772 - h}C${x + 66} ${760 - h - 60} ${x + 40} ${760 - h - 52} ${x + 40} ${772 - h}V760Z`, '#9A6345')}`;
      }),
      bead(490, 800, 36, 'ball-amber'), bead(1090, 812, 26, 'ball-amber'),
    ),
  'read-a-label-in-three-minutes': () =>
    wide(
      'hydrate',
      640,
      sheet(1010, 450, 560, 860, 19, 5),
      bottle(9, 360, 800, 690),
      magnifier(960, 420, 210, 38),
      times(3, (i) => box(850 + i * 6, 360 + i * 64, 220 - i * 40, 22, '#0F4C3A', 8, 'opacity=".85"')),
    ),
  'niacinamide-meets-vitamin-c': () =>
    wide(
      'lock',
      0,
      circle(640, 450, 250, 'url(#ball-orange)'), circle(960, 450, 250, 'url(#ball-amber)', 'opacity=".92"'),
      path('M800 258A250 250 0 0 1 800 642A250 250 0 0 1 800 258Z', '#FFF1D8', 'opacity=".75"'),
      oval(540, 340, 56, 32, '#fff', 'opacity=".9" transform="rotate(-38 540 340)"'), oval(1080, 330, 40, 22, '#fff', 'opacity=".85" transform="rotate(38 1080 330)"'),
      times(9, (i) => `<g transform="rotate(${i * 40} 250 720)">${path('M250 712C236 680 236 640 250 620C264 640 264 680 250 712Z', '#F2A65A')}</g>`), circle(250, 720, 118, 'none', 'stroke="#E58B36" stroke-width="18"'),
      bottle(12, 1370, 830, 270),
    ),
  'hyaluronic-acid-needs-a-lid': () =>
    wide(
      'hydrate',
      600,
      at(420, 0, 1, bowl(0, 760, 1.25, 'paint-clear')), steam(420, 520, 0.9, '#9CC4CF'),
      bowl(1130, 760, 1.25, 'paint-clear'),
      `${path('M830 560C840 470 1000 430 1130 430S1420 470 1430 560Z', 'url(#paint-clay)')}${oval(1130, 560, 300, 40, '#B07A5C')}${circle(1130, 410, 40, 'url(#paint-clay)')}`,
      bead(760, 800, 30), bead(820, 830, 18),
    ),
  'ceramides-in-good-company': () =>
    wide(
      'func',
      0,
      times(3, (r) =>
        times(24, (c) => {
          const colour = (['#B57B2C', '#0F4C3A', '#B06A58'] as const)[(c * 2 + r + (c % 5 === 0 ? 1 : 0)) % 3] ?? '#B57B2C';
          return strand(50 + c * 66, 90 + r * 300, colour, 100, false) + strand(50 + c * 66, 300 + r * 300 - 6, colour, 100, true);
        }),
      ),
      times(2, (r) => box(0, 315 + r * 300, 1600, 60, '#CDE4EB', 0, 'opacity=".55"') + times(20, (i) => circle(40 + i * 82, 345 + r * 300 + (i % 3) * 8, 8, '#8FB9C7'))),
    ),
  'half-a-percent-of-salicylic-acid': () =>
    wide(
      'func',
      560,
      times(6, (i) => shade(180 + i * 250, 780, 100, 22) + at(180 + i * 250, 770, 1, `${path('M-104 -44H104C96 -6 50 6 30 6H-30C-50 6 -96 -6 -104 -44Z', 'url(#paint-cloth)')}${oval(0, -44, 104, 24, '#DFE6E2')}${oval(0, -42, 20 + i * 12, 5 + i * 2.6, '#E7B76A')}`)),
      at(680, 60, 1, `${box(-34, -80, 68, 130, 'url(#cap)', 14)}${path('M-22 50H22L14 360C14 400 -14 400 -14 360Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="3"')}${path('M-15 220H15L10 370C8 390 -8 390 -10 370Z', '#E7B76A')}`),
      drop(680, 480, 22, 'ball-amber'),
      bottle(8, 1340, 640, 470),
    ),
  'plum-rain-notes': () =>
    wide(
      'cleanse',
      700,
      pane(120, 40, 960, 640, `${box(0, 0, 960, 640, 'url(#paint-rain)')}${hill(520, 960, 160, '#8AA39B')}${hill(600, 960, 120, '#6E8A80', 90)}${rain(46, 960, 640)}${onGlass(0, 0, 960, 640, 34)}`),
      umbrella(1330, 700, 1.25, 14), shade(1330, 850, 120, 20),
      bottle(4, 300, 700, 280), path('M1180 860C1240 840 1420 846 1470 868C1400 890 1230 890 1180 860Z', '#BCD3DC', 'opacity=".8"'),
    ),
  'living-with-the-northeast-wind': () =>
    wide(
      'cleanse',
      560,
      box(0, 0, 1600, 560, 'url(#paint-day)'), cloud(360, 150, 1.1), cloud(980, 110, 0.8), box(0, 500, 1600, 120, 'url(#paint-sea)'), times(9, (i) => stroke(`M${60 + i * 180} ${530 + (i % 3) * 22}q40 -14 80 0`, '#fff', 5, 'opacity=".6"')),
      times(3, (i) => { const x = 1050 + i * 190, s = 1 - i * 0.16; return at(x, 505, s, `${path('M-9 0L-5 -300H5L9 0Z', '#F4F7F6')}${times(3, (k) => `<g transform="translate(0 -300) rotate(${k * 120 + i * 34})">${path('M-6 0C-16 -60 -8 -130 0 -150C6 -130 8 -60 6 0Z', '#fff', 'stroke="#C9D1CE" stroke-width="2"')}</g>`)}${circle(0, -300, 10, '#9AA6A1')}`); }),
      hill(720, 1600, 130, '#D9C89A'),
      times(9, (i) => grass(60 + i * 128 + (i % 2) * 40, 900, 1.15 + (i % 3) * 0.22, 150 + (i % 4) * 26)),
      stroke('M620 250C760 220 860 270 980 236M120 330C260 300 400 346 520 316', '#fff', 8, 'opacity=".8"'),
    ),
  'eight-hours-of-cold-air': () =>
    wide(
      'hydrate',
      0,
      `${box(430, 50, 760, 190, 'url(#paint-paper)', 26)}${box(470, 186, 680, 30, '#C4CECA', 12)}${times(7, (i) => box(480 + i * 96, 192, 78, 6, '#94A29B', 3))}${circle(1130, 100, 8, '#1B6E43')}`,
      times(6, (i) => stroke(`M${520 + i * 116} 250q${-30 + i * 6} 90 0 170t${10 - i * 4} 130`, '#A9CBD8', 9, 'opacity=".75"')),
      table(650, 1600, 900), cup(330, 790, 1.2), bottle(32, 760, 800, 330), bottle(13, 990, 830, 300), plant(1350, 800, 1.15),
    ),
  'the-scooter-commute': () =>
    wide(
      'func',
      700,
      box(0, 0, 1600, 700, 'url(#paint-dusk)'), sun(1230, 430, 130),
      times(11, (i) => box(i * 150 - 20, 430 + ((i * 67) % 150), 128, 320, ['#8C90A4', '#9A98A6', '#7E859B'][i % 3] ?? '', 2) + times(4, (k) => box(4 + i * 150, 470 + ((i * 67) % 150) + k * 50, 22, 24, '#F3DCC0', 0, 'opacity=".55"'))),
      box(0, 700, 1600, 200, '#59605F'), times(5, (i) => box(40 + i * 340, 800, 190, 14, '#F4F7F6', 0, 'opacity=".75"')),
      stroke('M180 760C320 560 420 500 640 500C760 500 800 470 850 420', '#2B332F', 42), stroke('M790 480L880 400', '#14211D', 56), `${circle(380, 330, 74, '#2B332F')}${circle(380, 330, 60, 'url(#paint-water)')}${stroke('M400 400L520 510', '#2B332F', 16)}`,
      helmet(700, 480, 1.05), at(900, 500, 1, stroke('M-20 -90V0', '#E3E9E6', 8)), mask(960, 610, 0.72, 10),
    ),
  'three-bottles-are-enough': () =>
    wide(
      'cleanse',
      0,
      times(4, (r) => times(9, (c) => box(c * 182 - (r % 2) * 0, r * 160, 176, 154, '#F8FBFB', 4, 'opacity=".8"'))),
      shelf(770, 1600), row([5, 9, 11], 480, 775, 4.1, 14), towel(250, 770, 0.95),
      at(1380, 768, 1, `${shade(0, 0, 76, 16)}${box(-76, -22, 152, 22, 'url(#paint-wood)', 6)}${box(-76, -270, 152, 22, 'url(#paint-wood)', 6)}${path('M-58 -248H58C58 -180 12 -160 12 -136C12 -112 58 -92 58 -22H-58C-58 -92 -12 -112 -12 -136C-12 -160 -58 -180 -58 -248Z', 'url(#paint-clear)', 'stroke="#9AA6A1" stroke-width="4"')}${path('M-44 -220H44C40 -176 8 -160 4 -140H-4C-8 -160 -40 -176 -44 -220Z', '#E7CFA0')}${path('M-50 -24C-40 -70 40 -70 50 -24Z', '#E7CFA0')}${stroke('M0 -140V-60', '#E7CFA0', 4)}`),
    ),
  'hands-that-wash-all-day': () =>
    wide(
      'hand',
      0,
      tap(180, 560, 1.15), stroke('M478 300V760', '#CDE4EB', 30, 'opacity=".9"'), stroke('M470 310V740', '#fff', 7, 'opacity=".9"'),
      hand(640, 940, 1.35, -14, false), hand(1080, 980, 1.35, 12, true, `${path('M-60 -190C-20 -230 60 -220 70 -180C76 -150 20 -150 0 -130C-30 -110 -80 -140 -60 -190Z', 'url(#ball-cream)', 'stroke="#E0CFC6" stroke-width="3"')}`),
      bottle(13, 1440, 850, 420), times(7, (i) => bead(420 + i * 34, 790 + (i % 3) * 34, 10 + (i % 3) * 6)),
    ),
  'seven-days-with-a-sample': () =>
    wide(
      'func',
      0,
      calendar(90, 170, 1420, 7, 1, [6]), box(90, 390, 1420, 330, '#fff', 10), times(7, (i) => box(104 + i * 202.8, 250, 188, 440, i === 0 ? '#F2E4C6' : '#EDF2EF', 10) + number(136 + i * 202.8 + 8, 310, String(i + 1), 46, '#46544E')),
      sachet(204, 640, 1.1, '#D6E5EA', -4), circle(1415, 500, 60, 'none', 'stroke="#A8623A" stroke-width="10"'), stroke('M1388 500L1410 526L1446 474', '#A8623A', 12),
      times(5, (i) => bead(404 + i * 203, 600, 34 - i * 4, 'ball-amber')),
    ),
  'looking-after-a-new-tattoo': () =>
    wide('hydrate', 0, arm(700, 480, 1.25, at(-150, 10, 1.15, lily), 'url(#paint-tan)'), bottle(14, 1400, 840, 520), stroke('M560 330C700 300 860 310 980 350', '#fff', 14, 'opacity=".4"')),
  'why-nothing-smells-of-roses': () =>
    wide(
      'hand',
      0,
      sheet(800, 450, 1180, 760, 0, -2),
      stroke('M800 820C790 720 806 640 800 560', '#477853', 14), leaf(796, 740, 0.6, -58), 
      `<clipPath id="half"><rect x="0" y="0" width="800" height="900"/></clipPath><g clip-path="url(#half)">${times(5, (i) => oval(800, 400, 220 - i * 40, 200 - i * 34, ['#E9B6B0', '#E2A29B', '#D98C85', '#CC756F', '#B95F5B'][i] ?? '', `transform="rotate(${i * 24} 800 400)"`))}${stroke('M640 300C700 200 800 210 800 260M600 420C640 520 740 580 800 580', '#fff', 6, 'opacity=".5"')}</g>`,
      stroke('M800 180C920 176 1020 260 1020 400C1020 520 920 600 800 600M800 230C900 240 970 300 962 400C950 500 880 556 800 560M800 300C860 300 910 340 900 400C890 460 850 500 800 500', '#B9C4BF', 4, 'stroke-dasharray="4 14"'),
      stroke('M820 740C870 700 930 690 980 700C950 750 880 770 820 744', '#B9C4BF', 4, 'stroke-dasharray="4 14"'), at(1330, 700, 1, stroke('M0 0L150 -210', '#B98A58', 22) + path('M-14 34L-12 -12L14 6Z', '#14211D')),
    ),
  'a-box-flies-to-taoyuan': () =>
    wide(
      'cleanse',
      900,
      box(0, 0, 1600, 900, 'url(#paint-day)'), path('M900 900C860 760 980 700 960 620C1040 560 1180 580 1260 640C1400 660 1460 760 1600 740V900Z', '#9DBF9A'), path('M0 900V700C300 660 600 720 900 900Z', 'url(#paint-sea)'), path('M900 900C860 760 980 700 960 620L930 640C940 720 830 770 860 900Z', '#EAD9B4'),
      plane(1180, 210, 1.1), stroke('M840 240C640 250 480 300 330 400', '#fff', 9, 'stroke-dasharray="2 26"'), cloud(520, 690, 1.9), cloud(220, 640, 1.2), parcel(470, 640, 1.05), cloud(640, 720, 1.3), cloud(1420, 400, 0.9),
    ),
};

