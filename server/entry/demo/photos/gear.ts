// Packs, bottles and lamps, in local coordinates.

import type { Subject } from '../goods.ts'
import { darker, ellipse, lighter, line, num, path, rect, tone } from './ink.ts'
import type { Sitter } from './sitter.ts'
import { steam } from './steam.ts'

const backpack: Sitter = {
  places: ['forest', 'lake', 'meadow', 'hall', 'cabin', 'beach'],
  reach: 160,
  height: 480,
  scale: 0.98,
  draw(ink, colour, random, light) {
    const dark = darker(colour, 0.42)
    ink.add(
      line('M-50 -470q50 -62 100 0', dark, 18),
      line('M-150 -330q-64 120 -34 260', dark, 26),
      line('M150 -330q64 120 34 260', darker(colour, 0.55), 26),
    )
    ink.add(
      path(
        'M-160 -30C-190 -200 -176 -380 -120 -436Q0 -492 120 -436C176 -380 190 -200 160 -30Q150 0 110 2H-110Q-150 0 -160 -30Z',
        ink.round(colour, 0.9),
      ),
    )
    ink.add(
      path(
        'M-160 -30Q-166 -66 -168 -96H168Q166 -66 160 -30Q150 0 110 2H-110Q-150 0 -160 -30Z',
        ink.round(darker('#6d4a30', 0.15)),
      ),
    )
    ink.add(
      path(
        'M-142 -424Q0 -500 142 -424C160 -380 164 -336 158 -306Q0 -266 -158 -306C-164 -336 -160 -380 -142 -424Z',
        ink.linear(
          [
            [0, tone(colour, light, 0.3)],
            [1, tone(colour, light, -0.18)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
    )
    ink.add(line('M-156 -306Q0 -266 156 -306', darker(colour, 0.6), 5, 'opacity="0.6"'))
    ink.add(
      path(
        'M-112 -70V-210Q-112 -236 -84 -238H84Q112 -236 112 -210V-70Q112 -48 84 -48H-84Q-112 -48 -112 -70Z',
        ink.flat(lighter(colour, 0.06)),
      ),
      line('M-104 -204Q0 -184 104 -204', darker(colour, 0.55), 4),
    )
    for (const x of [-70, 70]) {
      ink.add(
        rect(x - 11, -320, 22, 150, '#6d4a30', 5),
        rect(x - 16, -250, 32, 26, '#c9b27c', 4),
        rect(x - 8, -244, 16, 14, '#6d4a30', 2),
      )
    }
    ink.add(
      rect(-26, -140, 52, 30, '#ece4d4', 3),
      line('M-16 -125h32', '#8a7a60', 3),
      line('M-112 -70V-210M112 -70V-210', '#000000', 2, 'opacity="0.25" stroke-dasharray="7 6"'),
    )
    if (random.chance(0.6)) {
      const bottle = random.pick(['#2c3a4b', '#9aa78c', '#a8532f', '#ece4d4'])
      ink.add(
        rect(150, -230, 62, 170, ink.round(bottle), 18),
        rect(162, -262, 38, 36, '#2b2b2d', 8),
        path('M146 -130h70l-8 104h-56z', ink.flat(dark)),
      )
    }
    if (random.chance(0.5))
      ink.add(
        rect(
          -140,
          -510,
          280,
          56,
          ink.linear(
            [
              [0, '#9aa78c'],
              [0.5, '#c3ccb6'],
              [1, '#6f7b62'],
            ],
            0,
            0,
            0,
            1,
          ),
          28,
        ),
        ellipse(-136, -482, 14, 27, '#7d886f'),
        ellipse(-136, -482, 7, 14, '#aab59c'),
      )
  },
}

const bottle: Sitter = {
  places: ['lake', 'forest', 'window', 'meadow', 'kitchen', 'beach'],
  reach: 92,
  height: 480,
  scale: 1.16,
  draw(ink, colour, random, light) {
    ink.add(
      path(
        'M-92 -20V-310Q-92 -352 -52 -366L-46 -392H46L52 -366Q92 -352 92 -310V-20Q92 2 64 2H-64Q-92 2 -92 -20Z',
        ink.round(colour),
      ),
    )
    ink.add(rect(-92, -18, 184, 20, ink.round('#c9ccce'), 8), rect(-50, -404, 100, 16, ink.round('#c9ccce'), 3))
    ink.add(rect(-60, -470, 120, 70, ink.round('#2b2b2d'), 12), line('M-34 -470q34 -56 68 0', '#2b2b2d', 14))
    for (let rib = 0; rib < 3; rib++) ink.add(line(`M-60 ${-452 + rib * 18}h120`, '#000000', 2, 'opacity="0.4"'))
    const x = light.side < 0 ? -62 : 38
    ink.add(rect(x, -330, 20, 290, '#ffffff', 10, 'opacity="0.22"'))
    ink.add(
      path(
        'M-34 -190L0 -244L34 -190Z',
        'none',
        'stroke="#ffffff" stroke-width="5" stroke-linejoin="round" opacity="0.75"',
      ),
      rect(-34, -176, 68, 5, '#ffffff', 2, 'opacity="0.75"'),
    )
    if (random.chance(0.5))
      for (let drop = 0; drop < 16; drop++)
        ink.add(ellipse(random.between(-80, 80), random.between(-330, -30), 3.4, 4.6, '#ffffff', 'opacity="0.5"'))
  },
}

const stove: Sitter = {
  places: ['lake', 'forest', 'meadow', 'night', 'garden'],
  reach: 120,
  height: 400,
  scale: 1.14,
  draw(ink, colour, random, light) {
    ink.add(
      path('M-118 -8V-120Q-116 -158 -60 -166H60Q116 -158 118 -120V-8Q0 30 -118 -8Z', ink.round('#c0562f')),
      ellipse(0, -163, 62, 11, '#d8d8d4'),
      rect(-60, -100, 120, 56, '#f1ead9', 4, 'opacity="0.92"'),
      line('M-40 -82h80M-40 -66h54', '#7a3a22', 5),
    )
    ink.add(
      rect(-17, -226, 34, 62, ink.round('#b9bcbe'), 4),
      line('M17 -200h66', '#b9bcbe', 7),
      rect(78, -214, 26, 28, '#2b2b2d', 5),
    )
    ink.add(
      path('M-44 -226h88l10 -22h-108z', ink.round(colour)),
      line('M-52 -236L-110 -262M52 -236L110 -262M0 -236v-30', '#8d9194', 8),
    )
    for (let flame = -3; flame <= 3; flame++)
      ink.add(
        path(
          `M${flame * 14 - 8} -248q-2 -20 8 -${num(random.between(26, 40))}q10 18 8 40z`,
          '#6fb4ff',
          'opacity="0.75"',
        ),
      )
    ink.add(
      path(
        'M-130 -268V-392Q-130 -402 -120 -402H120Q130 -402 130 -392V-268Q130 -256 118 -256H-118Q-130 -256 -130 -268Z',
        ink.round('#9a9ea1'),
      ),
      ellipse(0, -402, 130, 22, '#6d7174'),
      ellipse(0, -400, 116, 17, random.pick(['#5b3a22', '#d7c9a0', '#7a2f22'])),
      line('M130 -380h120', '#3a3a3c', 15),
    )
    steam(ink, random, light.tint, 0, -420)
  },
}

const lantern: Sitter = {
  places: ['night', 'forest', 'cabin', 'lake', 'living'],
  reach: 110,
  height: 380,
  scale: 1.16,
  draw(ink, colour, _random, light) {
    ink.add(
      ellipse(
        0,
        -190,
        420,
        400,
        ink.radial([
          [0, '#ffd98a', 0.6],
          [0.35, '#ffb85c', 0.22],
          [1, '#ffb85c', 0],
        ]),
      ),
    )
    ink.add(line('M-84 -330Q0 -500 84 -330', '#8d9194', 8))
    ink.add(rect(-104, -96, 208, 98, ink.round(colour), 22), rect(-104, -370, 208, 56, ink.round(colour), 24))
    ink.add(
      rect(
        -86,
        -316,
        172,
        222,
        ink.radial(
          [
            [0, '#fffdf0'],
            [0.5, '#ffe7a8'],
            [1, '#f2b45f'],
          ],
          0.5,
          0.5,
          0.75,
        ),
        12,
      ),
    )
    for (const x of [-72, -24, 24, 72]) ink.add(line(`M${x} -314V-96`, tone(colour, light, -0.4), 7, 'opacity="0.8"'))
    ink.add(
      ellipse(0, -48, 20, 20, '#26221d'),
      ellipse(0, -48, 9, 9, '#ffd98a'),
      rect(-40, -344, 80, 5, '#ffffff', 2, 'opacity="0.4"'),
    )
  },
}

const oilLantern: Sitter = {
  places: ['night', 'cabin', 'garden', 'living', 'lake'],
  reach: 120,
  height: 470,
  draw(ink, colour, _random, light) {
    const metal = ink.round(colour)
    ink.add(
      ellipse(
        0,
        -210,
        380,
        360,
        ink.radial([
          [0, '#ffc873', 0.55],
          [0.4, '#ff9f43', 0.18],
          [1, '#ff9f43', 0],
        ]),
      ),
    )
    ink.add(
      line('M-120 -250Q0 -640 120 -250', '#7b7f82', 6),
      line('M-118 -60Q-150 -210 -96 -372M118 -60Q150 -210 96 -372', tone(colour, light, -0.1), 20),
    )
    ink.add(
      path('M-120 -4Q-126 -66 -84 -82H84Q126 -66 120 -4Q0 18 -120 -4Z', metal),
      rect(-46, -112, 92, 34, metal, 6),
      rect(118, -60, 26, 14, '#9a9ea1', 4),
    )
    ink.add(
      path(
        'M-50 -112C-96 -160 -92 -250 -46 -306H46C92 -250 96 -160 50 -112Z',
        ink.linear([
          [0, '#fff7e0', 0.55],
          [0.3, '#ffffff', 0.2],
          [0.7, '#ffe9b8', 0.25],
          [1, '#c9b58a', 0.55],
        ]),
      ),
    )
    ink.add(
      path(
        'M0 -120C-30 -150 -14 -190 2 -226C18 -190 32 -150 0 -120Z',
        ink.linear(
          [
            [0, '#fffbe0'],
            [0.6, '#ffd35e'],
            [1, '#f0862c'],
          ],
          0,
          1,
          0,
          0,
        ),
      ),
    )
    ink.add(
      rect(-60, -336, 120, 34, metal, 6),
      path('M-96 -370Q0 -410 96 -370L74 -336H-74Z', metal),
      rect(-30, -418, 60, 34, metal, 8),
      line('M-92 -210h184M-78 -150h156', '#4a4d50', 3, 'opacity="0.8"'),
    )
    ink.add(line('M-30 -270q-26 40 -24 90', '#ffffff', 7, 'opacity="0.5"'))
  },
}

export const gear: Partial<Record<Subject, Sitter>> = { backpack, bottle, stove, lantern, oilLantern }
