// Blankets, candles and plants, in local coordinates.

import type { Subject } from '../goods.ts'
import type { Random } from '../random.ts'
import { darker, ellipse, group, type Ink, type Light, lighter, line, mix, num, path, rect, tone } from './ink.ts'
import type { Sitter } from './sitter.ts'

const blanket: Sitter = {
  places: ['bedroom', 'living', 'cabin', 'window'],
  reach: 280,
  height: 220,
  draw(ink, colour, random, light) {
    const layers = random.pick([3, 4])
    const other = random.pick(['#e9e1d2', '#caa45d', '#9aa78c', '#a4694d', '#7c8792'])
    for (let layer = 0; layer < layers; layer++) {
      const tint = layer === layers - 2 && random.chance(0.7) ? other : colour
      const y = -layer * 66
      const [l, r] = [-270 + random.between(-10, 14), 270 + random.between(-14, 10)]
      ink.add(
        path(
          `M${num(l)} ${y}Q${num(l - 26)} ${y - 34} ${num(l)} ${y - 68}H${num(r)}Q${num(r + 22)} ${y - 34} ${num(r)} ${y}Z`,
          ink.linear(
            [
              [0, tone(tint, light, 0.28)],
              [0.35, tone(tint, light, 0.02)],
              [1, tone(tint, light, -0.4)],
            ],
            0,
            0,
            0,
            1,
          ),
        ),
      )
      ink.add(
        line(
          `M${num(l + 4)} ${y - 34}Q0 ${y - 28 + random.between(-4, 6)} ${num(r - 2)} ${y - 34}`,
          darker(tint, 0.5),
          3.4,
          'opacity="0.5"',
        ),
      )
      weave(ink, random, tint, l, r, y)
    }
    const top = -layers * 66
    ink.add(
      path(
        `M-120 ${top - 2}Q-20 ${top - 34} 110 ${top - 4}L150 -30Q20 -4 -86 -34Z`,
        ink.linear(
          [
            [0, tone(colour, light, 0.34)],
            [0.5, tone(colour, light, 0.04)],
            [1, tone(colour, light, -0.22)],
          ],
          0,
          0,
          0.2,
          1,
        ),
      ),
    )
    const fringe = Array.from(
      { length: 30 },
      (_, index) =>
        `M${num(-84 + index * 8)} ${num(-30 + Math.sin(index / 5) * 10)}q${num(random.between(-6, 6))} 22 ${num(random.between(-9, 9))} 44`,
    )
    ink.add(
      line(fringe.join(''), lighter(colour, 0.3), 4),
      line(
        `M-112 ${top + 40}Q20 ${top + 16} 122 ${top + 36}M-104 ${top + 84}Q20 ${top + 62} 130 ${top + 84}`,
        other,
        11,
        'opacity="0.8"',
      ),
    )
    if (random.chance(0.5))
      ink.add(
        rect(-230, top - 60, 150, 22, '#51606b', 4),
        rect(-226, top - 38, 160, 26, '#b9694a', 4),
        rect(-224, top - 12, 146, 5, '#f4efe4'),
      )
  },
}

function weave(ink: Ink, random: Random, colour: string, left: number, right: number, y: number) {
  const threads = Array.from({ length: 46 }, () => {
    const x = random.between(left + 6, right - 20)
    return `M${num(x)} ${num(y - random.between(8, 60))}h${num(random.between(8, 26))}`
  })
  ink.add(line(threads.join(''), lighter(colour, 0.5), 1.8, 'opacity="0.35"'))
}

const cushion: Sitter = {
  places: ['living', 'bedroom', 'window'],
  reach: 240,
  height: 420,
  draw(ink, colour, random, light) {
    const pillow = (tint: string) => [
      path(
        'M-230 -10C-262 -150 -258 -320 -226 -436Q0 -396 226 -436C258 -320 262 -150 230 -10Q0 30 -230 -10Z',
        ink.radial(
          [
            [0, tone(tint, light, 0.3)],
            [0.55, tone(tint, light, 0.02)],
            [1, tone(tint, light, -0.46)],
          ],
          light.side < 0 ? 0.34 : 0.66,
          0.32,
          0.8,
        ),
      ),
      line(
        'M-226 -436Q0 -396 226 -436C258 -320 262 -150 230 -10Q0 30 -230 -10C-262 -150 -258 -320 -226 -436',
        darker(tint, 0.32),
        6,
        'opacity="0.7"',
      ),
      ...[-150, -70, 40, 120].map((x) =>
        line(
          `M${x} ${num(-400 + random.between(0, 60))}Q${num(x + random.between(-40, 40))} -240 ${num(x + random.between(-30, 30))} ${num(random.between(-120, -40))}`,
          darker(tint, 0.4),
          random.between(6, 13),
          'opacity="0.14"',
        ),
      ),
      line(
        Array.from(
          { length: 60 },
          () => `M${num(random.between(-210, 200))} ${num(random.between(-410, -20))}h${num(random.between(6, 24))}`,
        ).join(''),
        lighter(tint, 0.5),
        1.6,
        'opacity="0.4"',
      ),
      path('M-40 -414Q0 -360 -6 -300Q20 -366 44 -416Z', darker(tint, 0.4), 'opacity="0.35"'),
    ]
    const other = random.pick(['#ece4d4', '#9aa78c', '#2c3a4b', '#c8962e'])
    if (random.chance(0.65))
      ink.add(
        group(
          `translate(${random.pick([-190, 190])} -10) rotate(${num(random.between(-16, 16))}) scale(0.88)`,
          pillow(other),
        ),
      )
    ink.add(group(`rotate(${num(random.between(-9, 9))})`, pillow(colour)))
  },
}

const flame = (ink: Ink, x: number, y: number, size = 1): string[] => [
  ellipse(
    x,
    y - 20 * size,
    240 * size,
    230 * size,
    ink.radial([
      [0, '#ffd98a', 0.6],
      [0.3, '#ffb85c', 0.2],
      [1, '#ffb85c', 0],
    ]),
  ),
  line(`M${x} ${y}v${num(-20 * size)}`, '#2b221b', 4),
  path(
    `M${x} ${num(y - 10 * size)}c${num(-24 * size)} ${num(-20 * size)} ${num(-10 * size)} ${num(-52 * size)} ${num(2 * size)} ${num(-84 * size)}c${num(14 * size)} ${num(34 * size)} ${num(24 * size)} ${num(62 * size)} ${num(-2 * size)} ${num(84 * size)}z`,
    ink.linear(
      [
        [0, '#fffbe0'],
        [0.55, '#ffd35e'],
        [1, '#f0862c'],
      ],
      0,
      1,
      0,
      0,
    ),
  ),
]

const candle: Sitter = {
  places: ['living', 'bedroom', 'window', 'kitchen'],
  reach: 130,
  height: 260,
  scale: 1.36,
  draw(ink, colour, random, light) {
    const glass = random.pick(['#7d5a3a', '#3f4a45', '#c9b89a', '#8d8f8a'])
    ink.add(
      path('M-132 -250V-26Q-130 2 -100 2H100Q130 2 132 -26V-250Z', ink.round(glass, 0.9), 'opacity="0.92"'),
      path('M-122 -196V-26Q-120 -8 -98 -8H98Q120 -8 122 -26V-196Z', ink.round(mix(colour, '#fff6e4', 0.6))),
      ellipse(0, -196, 122, 22, '#fff3d6'),
    )
    ink.add(ellipse(0, -250, 132, 25, 'none', `stroke="${lighter(glass, 0.6)}" stroke-width="5"`))
    if (random.chance(0.8)) ink.add(...flame(ink, 0, -198))
    else ink.add(line('M0 -196v-26', '#2b221b', 5))
    ink.add(
      rect(-82, -150, 164, 106, '#f4ecdc', 4),
      line('M-56 -118h112M-40 -96h80', '#6d5a40', 5),
      line('M-24 -72h48', '#b99b66', 4),
    )
    ink.add(rect(light.side < 0 ? -116 : 98, -226, 15, 190, '#ffffff', 7, 'opacity="0.35"'))
  },
}

const pillarCandle: Sitter = {
  places: ['living', 'window', 'cabin', 'bedroom'],
  reach: 220,
  height: 340,
  scale: 1.14,
  draw(ink, colour, random, light) {
    const wax = mix(colour, '#f2c55c', 0.4)
    for (const [x, height, width] of random.shuffled([
      [-150, 230, 66],
      [0, 340, 70],
      [146, 170, 74],
    ] as const)) {
      ink.add(
        rect(x - width, -height, width * 2, height + 2, ink.round(wax), 12),
        ellipse(x, -height + 6, width, 14, lighter(wax, 0.35)),
        ellipse(x, -height + 8, width * 0.7, 9, mix(wax, '#fff2c0', 0.6)),
      )
      for (let drip = 0; drip < 3; drip++)
        ink.add(
          rect(
            x + random.between(-width + 8, width - 22),
            -height + 6,
            13,
            random.between(30, 100),
            tone(wax, light, 0.2),
            7,
            'opacity="0.8"',
          ),
        )
      ink.add(...flame(ink, x, -height + 4, 0.8))
    }
  },
}

const planter: Sitter = {
  places: ['garden', 'window', 'hall', 'living', 'kitchen'],
  reach: 150,
  height: 300,
  scale: 0.96,
  draw(ink, colour, random, light) {
    plant(ink, random, light)
    ink.add(
      ellipse(0, 0, 178, 24, tone(colour, light, -0.42)),
      path('M-178 -6Q-176 -30 -150 -34H150Q176 -30 178 -6Q0 22 -178 -6Z', ink.round(darker(colour, 0.1))),
    )
    ink.add(
      path('M-160 -250L-122 -20Q0 4 122 -20L160 -250Z', ink.round(colour)),
      rect(-178, -292, 356, 56, ink.round(lighter(colour, 0.06)), 10),
      ellipse(0, -290, 172, 22, '#3a2a1e'),
    )
    ink.add(line('M-158 -236Q0 -214 158 -236', darker(colour, 0.55), 6, 'opacity="0.5"'))
    for (let stain = 0; stain < 9; stain++)
      ink.add(
        ellipse(
          random.between(-120, 120),
          random.between(-200, -40),
          random.between(14, 40),
          random.between(8, 20),
          '#efe2d2',
          'opacity="0.12"',
        ),
      )
  },
}

function plant(ink: Ink, random: Random, light: Light) {
  const kind = random.pick(['fern', 'olive', 'broad'])
  const green = random.pick(['#5c7a3f', '#7c8f6a', '#4d6b45', '#8a9a78'])
  const count = kind === 'broad' ? 15 : 24
  for (let stem = 0; stem < count; stem++) {
    const angle = random.between(-158, -22) * (Math.PI / 180)
    const reach = random.between(150, 330)
    const [x, y] = [Math.cos(angle) * reach * 0.9, -290 + Math.sin(angle) * reach]
    const d = `M0 -284Q${num(x * 0.3)} ${num(y * 0.8 - 40)} ${num(x)} ${num(y)}`
    const tint = tone(green, light, random.between(-0.36, 0.3))
    ink.add(line(d, darker(green, 0.35), 4))
    if (kind === 'broad') {
      ink.add(
        path(
          'M0 0Q40 -58 104 0Q40 58 0 0Z',
          ink.linear(
            [
              [0, lighter(tint, 0.12)],
              [1, darker(tint, 0.25)],
            ],
            0,
            0,
            0,
            1,
          ),
          `transform="translate(${num(x)} ${num(y)}) rotate(${num((angle * 180) / Math.PI)})"`,
        ),
        line(
          'M6 0H92',
          lighter(tint, 0.35),
          2.4,
          `opacity="0.6" transform="translate(${num(x)} ${num(y)}) rotate(${num((angle * 180) / Math.PI)})"`,
        ),
      )
      continue
    }
    for (let leaf = 0; leaf < 7; leaf++) {
      const t = 0.35 + leaf * 0.1
      const lean = (angle * 180) / Math.PI + (leaf % 2 ? 44 : -44)
      ink.add(
        path(
          'M0 0Q18 -11 44 0Q18 11 0 0Z',
          tint,
          `transform="translate(${num(x * t * t + x * 0.2 * t)} ${num(-284 + (y + 284) * t)}) rotate(${num(lean)})"`,
        ),
      )
    }
  }
}

const basket: Sitter = {
  places: ['hall', 'bedroom', 'living', 'cabin'],
  reach: 220,
  height: 300,
  draw(ink, colour, random, light) {
    const inside = random.pick(['#7d3349', '#51606b', '#e9e1d2', '#9aa78c'])
    ink.add(
      path('M-196 -280Q-120 -390 -10 -350Q90 -400 190 -284Z', ink.flat(inside)),
      line('M-120 -330Q-60 -300 -20 -350M60 -366Q90 -320 150 -320', darker(inside, 0.4), 9, 'opacity="0.3"'),
    )
    ink.add(
      path(
        'M-226 -280C-236 -180 -216 -60 -176 -6Q0 20 176 -6C216 -60 236 -180 226 -280Q0 -244 -226 -280Z',
        ink.round(colour),
      ),
    )
    for (let row = 0; row < 13; row++) {
      const y = -262 + row * 20
      const half = 222 - Math.max(0, row - 6) * 7
      ink.add(
        line(
          `M${-half} ${y}Q0 ${y + 34} ${half} ${y}`,
          darker(colour, 0.48),
          8,
          `opacity="0.5" stroke-dasharray="17 9" stroke-dashoffset="${row % 2 ? 13 : 0}"`,
        ),
        line(
          `M${-half} ${y - 6}Q0 ${y + 28} ${half} ${y - 6}`,
          lighter(colour, 0.45),
          4,
          `opacity="0.5" stroke-dasharray="15 11" stroke-dashoffset="${row % 2 ? 13 : 0}"`,
        ),
      )
    }
    ink.add(line('M-226 -280Q0 -244 226 -280', tone(colour, light, -0.2), 15))
    for (const x of [-150, 96])
      ink.add(
        line(`M${x} -262q27 -96 54 4`, '#6d4a30', 15),
        ellipse(x, -258, 7, 7, '#c9b27c'),
        ellipse(x + 54, -254, 7, 7, '#c9b27c'),
      )
  },
}

export const home: Partial<Record<Subject, Sitter>> = { blanket, cushion, candle, pillarCandle, planter, basket }
