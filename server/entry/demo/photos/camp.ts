// Tents and what else makes a camp, in local coordinates.

import type { Subject } from '../goods.ts'
import { darker, ellipse, lighter, line, num, path, rect, tone } from './ink.ts'
import type { Sitter } from './sitter.ts'

const tent: Sitter = {
  isRooted: true,
  places: ['meadow', 'lake', 'forest', 'night', 'beach'],
  reach: 330,
  height: 330,
  draw(ink, colour, random, light) {
    const lit = light.side < 0
    const isNight = light.dark === '#080a18'
    const near = lit ? tone(colour, light, 0.16) : tone(colour, light, -0.25)
    const far = lit ? tone(colour, light, -0.32) : tone(colour, light, 0.12)
    ink.add(line('M-300 -10L-420 40M300 -10L420 36M-40 -330L-250 60M60 -322L330 60', '#e8e2d0', 2.2, 'opacity="0.8"'))
    ink.add(
      path(
        'M-330 0C-300 -150 -170 -330 -30 -332C40 -250 90 -120 110 0Z',
        ink.linear(
          [
            [0, darker(near, 0.2)],
            [0.55, near],
            [1, lighter(near, 0.14)],
          ],
          0,
          1,
          0.6,
          0,
        ),
      ),
    )
    ink.add(
      path(
        'M110 0C90 -120 40 -250 -30 -332C120 -330 270 -170 320 0Z',
        ink.linear([
          [0, far],
          [1, darker(far, 0.28)],
        ]),
      ),
    )
    const inside = isNight
      ? ink.radial(
          [
            [0, '#fff0c0'],
            [0.6, '#ffb75e'],
            [1, '#b3642a'],
          ],
          0.4,
          0.8,
          0.8,
        )
      : ink.linear(
          [
            [0, '#1f1a17'],
            [1, '#4b4038'],
          ],
          0,
          0,
          0,
          1,
        )
    ink.add(path('M-190 0C-170 -110 -110 -230 -42 -270C0 -190 30 -90 40 0Z', inside))
    ink.add(
      path('M-190 0C-170 -110 -110 -230 -42 -270C-90 -190 -130 -90 -128 0Z', lighter(near, 0.12)),
      line('M-42 -270C-90 -190 -130 -90 -128 0', darker(near, 0.5), 3),
    )
    if (random.chance(0.7))
      ink.add(
        rect(-110, -42, 130, 34, random.pick(['#c8962e', '#8fb0c4', '#a8532f']), 17),
        rect(-70, -70, 60, 32, '#e9e1d2', 15),
      )
    // Poles show as ridges under the cloth.
    ink.add(
      line('M-330 0C-300 -150 -170 -330 -30 -332C120 -330 270 -170 320 0', lighter(colour, 0.42), 4, 'opacity="0.8"'),
      line('M110 0C90 -120 40 -250 -30 -332', darker(colour, 0.45), 4, 'opacity="0.7"'),
    )
    ink.add(
      line(
        'M-250 -96C-120 -140 60 -140 190 -150M-292 -46C-240 -60 -210 -64 -186 -66M96 -60C180 -70 250 -74 300 -66',
        darker(colour, 0.4),
        2,
        'opacity="0.4"',
      ),
    )
    ink.add(rect(150, -120, 62, 20, '#efe8d8', 3, 'opacity="0.85" transform="skewY(-4)"'))
    for (const x of [-330, -190, 40, 110, 320]) ink.add(line(`M${x} -2l${x < 0 ? -12 : 12} 14`, '#c9c4b8', 4))
  },
}

const tarp: Sitter = {
  isRooted: true,
  places: ['forest', 'meadow', 'beach', 'lake'],
  reach: 340,
  height: 360,
  draw(ink, colour, random, light) {
    ink.add(
      line('M-300 0L-262 -350M288 6L250 -344', '#5d4632', 13),
      line('M-300 0L-262 -350M288 6L250 -344', '#8d6c4c', 5),
    )
    ink.add(
      path(
        'M-262 -350L250 -344L360 -120L-380 -128Z',
        ink.linear(
          [
            [0, tone(colour, light, 0.2)],
            [0.6, tone(colour, light, 0)],
            [1, tone(colour, light, -0.3)],
          ],
          0.3,
          0,
          0.6,
          1,
        ),
      ),
    )
    ink.add(path('M-380 -128Q-10 -92 360 -120L352 -108Q-10 -76 -374 -116Z', tone(colour, light, -0.45)))
    ink.add(
      line(
        'M-262 -350Q-10 -330 250 -344M-10 -336L-12 -98M-320 -240Q-10 -216 306 -234',
        darker(colour, 0.35),
        2.4,
        'opacity="0.5"',
      ),
    )
    ink.add(
      line('M-380 -128L-450 20M360 -120L440 24M-262 -350L-400 -30M250 -344L400 -20', '#ece5d3', 2.4, 'opacity="0.85"'),
    )
    for (const x of [-262, -90, 80, 250]) ink.add(ellipse(x, -345, 6, 6, '#3c342c'))
    ink.add(rect(-120, -36, 190, 18, '#8a6440', 4), line('M-104 -20V4M52 -20V4', '#5f4329', 10))
    ink.add(
      path('M-70 -36v-40q0 -8 8 -8h34q8 0 8 8v40z', ink.round(random.pick(['#a8532f', '#ece4d4', '#2c3a4b']))),
      rect(4, -64, 34, 28, ink.round('#ece4d4'), 5),
    )
  },
}

const hammock: Sitter = {
  isRooted: true,
  places: ['forest', 'lake', 'meadow', 'beach'],
  reach: 220,
  height: 120,
  scale: 1,
  draw(ink, colour, random, light) {
    for (const [x, width] of [
      [-400, 92],
      [330, 104],
    ] as const) {
      ink.add(
        path(
          `M${x} -760h${width}V-40Q${x + width + 6} 20 ${x + width + 44} 44H${x - 44}Q${x - 6} 20 ${x} -40Z`,
          ink.round('#6b5239'),
        ),
      )
      for (let mark = 0; mark < 22; mark++)
        ink.add(
          line(
            `M${num(x + random.between(8, width - 8))} ${num(random.between(-740, 20))}v${num(random.between(16, 60))}`,
            '#382818',
            3.4,
            'opacity="0.5"',
          ),
        )
    }
    ink.add(
      line('M-356 -420L-210 -300M384 -424L222 -300', '#2b2622', 7),
      rect(-404, -440, 100, 26, '#3b3630', 4),
      rect(326, -444, 112, 26, '#3b3630', 4),
    )
    ink.add(
      path(
        'M-232 -318C-150 -80 150 -70 246 -320C210 -180 120 -20 0 -18C-120 -20 -200 -160 -232 -318Z',
        tone(colour, light, -0.36),
      ),
    )
    ink.add(
      path(
        'M-232 -318C-170 -130 -70 -70 10 -70C100 -72 190 -140 246 -320C250 -150 130 14 0 16C-130 16 -240 -130 -232 -318Z',
        ink.linear(
          [
            [0, tone(colour, light, 0.28)],
            [0.5, tone(colour, light, 0.02)],
            [1, tone(colour, light, -0.34)],
          ],
          0.2,
          0,
          0.7,
          1,
        ),
      ),
    )
    for (const bend of [-90, -40, 20, 80])
      ink.add(
        line(
          `M-226 -290C${-120 + bend} ${-60 + bend / 4} ${90 + bend} ${-30 - bend / 5} 240 -292`,
          darker(colour, 0.32),
          2.2,
          'opacity="0.45"',
        ),
      )
    if (random.chance(0.6))
      ink.add(
        path('M-70 -96q60 -46 130 -18l26 34q-80 36 -150 14z', ink.flat('#ece4d4')),
        rect(86, -124, 60, 40, '#51606b', 4, 'transform="rotate(-18 100 -100)"'),
      )
  },
}

const sleepingBag: Sitter = {
  isRooted: true,
  places: ['meadow', 'night', 'cabin', 'lake'],
  reach: 330,
  height: 70,
  draw(ink, colour, _random, light) {
    ink.add(path('M-390 10L-330 -46H330L390 14Q0 44 -390 10Z', ink.flat('#6f8a5a')))
    const outline =
      'M-350 -20C-360 -96 -300 -132 -220 -136C-80 -150 120 -128 270 -96C350 -78 366 -20 330 -2C200 20 -60 22 -240 14C-310 12 -346 8 -350 -20Z'
    ink.add(
      path(
        outline,
        ink.linear(
          [
            [0, tone(colour, light, 0.34)],
            [0.45, tone(colour, light, 0.05)],
            [1, tone(colour, light, -0.5)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
    )
    for (let x = -230, index = 0; x < 300; x += 58, index++) {
      const top = -134 + index * 4
      ink.add(
        line(`M${x} ${top}C${x + 20} -80 ${x + 16} -20 ${x - 2} 14`, darker(colour, 0.45), 4, 'opacity="0.6"'),
        line(`M${x + 12} ${top + 4}C${x + 32} -80 ${x + 28} -30 ${x + 14} 6`, lighter(colour, 0.5), 7, 'opacity="0.2"'),
      )
    }
    ink.add(
      path(
        'M-350 -20C-360 -96 -300 -132 -220 -136C-250 -100 -256 -30 -240 14C-310 12 -346 8 -350 -20Z',
        tone(colour, light, -0.3),
      ),
      ellipse(-284, -56, 44, 52, ink.flat('#d9a05a'), 'transform="rotate(12 -284 -56)"'),
    )
    ink.add(
      line('M-226 -44C0 -30 200 -30 318 -36', '#e0b26a', 3),
      rect(200, -88, 46, 18, '#ece4d4', 3, 'opacity="0.9" transform="rotate(8 200 -88)"'),
    )
  },
}

const chair: Sitter = {
  places: ['beach', 'lake', 'meadow', 'night', 'garden', 'forest'],
  reach: 220,
  height: 400,
  scale: 1.05,
  draw(ink, colour, _random, light) {
    const metal = '#4a4d50'
    ink.add(
      line('M-190 0L150 -190M190 4L-150 -196M-150 -14L96 -206M150 -10L-110 -210', metal, 13),
      line('M-190 0L150 -190M190 4L-150 -196', '#8b9094', 4),
    )
    for (const x of [-190, 190, -150, 150]) ink.add(ellipse(x, 0, 16, 9, '#22211f'))
    ink.add(
      path(
        'M-176 -400Q0 -440 176 -400L196 -196Q0 -150 -196 -196Z',
        ink.linear(
          [
            [0, tone(colour, light, 0.26)],
            [0.6, tone(colour, light, -0.06)],
            [1, tone(colour, light, -0.42)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
    )
    ink.add(
      path(
        'M-196 -196Q0 -150 196 -196L176 -120Q0 -74 -176 -120Z',
        ink.linear(
          [
            [0, tone(colour, light, -0.2)],
            [1, tone(colour, light, 0.2)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
    )
    ink.add(
      line('M-196 -196Q0 -150 196 -196', darker(colour, 0.55), 5, 'opacity="0.6"'),
      line(
        'M-168 -386Q0 -424 168 -386M-170 -126Q0 -82 170 -126',
        lighter(colour, 0.4),
        3,
        'opacity="0.5" stroke-dasharray="9 7"',
      ),
    )
    ink.add(
      path('M-120 -360h240l8 100q-128 34 -256 0z', darker(colour, 0.55), 'opacity="0.35"'),
      line('M-178 -402l-16 -14M178 -402l16 -14', metal, 12),
    )
  },
}

const rug: Sitter = {
  isRooted: true,
  places: ['meadow', 'garden', 'beach', 'lake'],
  reach: 380,
  height: 20,
  draw(ink, colour, random, light) {
    ink.add(
      path(
        'M-280 -150L290 -158L430 40L-430 56Z',
        ink.linear(
          [
            [0, tone(colour, light, -0.14)],
            [1, tone(colour, light, 0.2)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
      path('M-430 56L430 40L430 54L-430 72Z', darker(colour, 0.6)),
    )
    const across = [0.2, 0.4, 0.6, 0.8].map(
      (t) => `M${num(-280 + 570 * t)} ${num(-150 - 8 * t)}L${num(-430 + 860 * t)} ${num(56 - 16 * t)}`,
    )
    const along = [0.25, 0.5, 0.75].map(
      (t) => `M${num(-280 - 150 * t)} ${num(-150 + 206 * t)}L${num(290 + 140 * t)} ${num(-158 + 198 * t)}`,
    )
    ink.add(
      line([...across, ...along].join(''), darker(colour, 0.4), 4, 'opacity="0.55"'),
      line([...across, ...along].join(''), '#ffffff', 1.6, 'opacity="0.35" transform="translate(0 4)"'),
    )
    ink.add(
      path('M-170 -70l10 -96q70 -26 150 0l14 96q-88 26 -174 0z', ink.round('#b98a56')),
      ellipse(-84, -164, 76, 18, '#7a5433'),
      line('M-150 -166q66 -130 134 0', '#8a6440', 11),
    )
    for (let row = 0; row < 4; row++)
      ink.add(
        line(`M-${164 - row} ${-140 + row * 22}q84 24 168 0`, '#6d4a2c', 4, 'opacity="0.5" stroke-dasharray="13 7"'),
      )
    for (const [x, y] of [
      [70, -60],
      [110, -46],
      [88, -30],
    ] as const) {
      const fruit = random.pick(['#b8402f', '#d8a33a', '#8fa04a'])
      ink.add(
        ellipse(x + 5, y + 20, 26, 8, '#000000', 'opacity="0.25"'),
        ellipse(
          x,
          y,
          25,
          24,
          ink.radial(
            [
              [0, lighter(fruit, 0.45)],
              [1, darker(fruit, 0.3)],
            ],
            light.side < 0 ? 0.35 : 0.65,
            0.3,
            0.8,
          ),
        ),
        line(`M${x} ${y - 22}q4 -10 9 -12`, '#4a3622', 3),
      )
    }
    ink.add(
      path('M196 -150v-74q0 -16 12 -26v-36h30v36q12 10 12 26v74q-26 10 -54 0z', ink.round('#4f6b46')),
      rect(196, -202, 54, 44, '#efe6d0', 3),
    )
    ink.add(
      rect(216, -30, 92, 16, '#e9e1d2', 4, 'transform="rotate(-6 260 -22)"'),
      rect(220, -44, 84, 16, '#51606b', 3, 'transform="rotate(-3 260 -36)"'),
    )
  },
}

export const camp: Partial<Record<Subject, Sitter>> = { tent, tarp, hammock, sleepingBag, chair, rug }
