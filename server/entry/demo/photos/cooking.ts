// Pans, knives and boards and what is cooked with them, in local coordinates.

import type { Subject } from '../goods.ts'
import type { Random } from '../random.ts'
import { darker, ellipse, group, type Ink, type Light, lighter, line, num, path, rect, tone } from './ink.ts'
import type { Sitter } from './sitter.ts'

const pan: Sitter = {
  places: ['kitchen', 'lake', 'night', 'window', 'garden'],
  reach: 250,
  height: 90,
  scale: 1.08,
  draw(ink, _colour, random, light) {
    const iron = '#2e2d2e'
    ink.add(
      path(
        'M214 -66L430 -128Q462 -132 462 -108Q460 -92 434 -86L236 -30Z',
        ink.linear(
          [
            [0, '#4a4849'],
            [1, '#1b1a1b'],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
      ellipse(432, -108, 13, 9, '#141314'),
    )
    ink.add(
      path('M-250 -70C-244 10 -150 34 0 34S244 10 250 -70Z', ink.round(iron, 1.2)),
      ellipse(0, -70, 250, 86, '#4b494a'),
      ellipse(0, -68, 236, 78, '#232223'),
    )
    ink.add(
      ellipse(
        0,
        -54,
        214,
        62,
        ink.radial(
          [
            [0, '#3d3a3a'],
            [1, '#1c1b1c'],
          ],
          light.side < 0 ? 0.3 : 0.7,
          0.3,
          0.8,
        ),
      ),
    )
    meal(ink, random, light)
  },
}

/** Eggs, flatbread or vegetables, all in the same flat oval. */
function meal(ink: Ink, random: Random, light: Light) {
  const dish = random.pick(['eggs', 'bread', 'vegetables'])
  if (dish === 'eggs') {
    for (const [x, y] of [
      [-84, -62],
      [70, -70],
      [-4, -28],
    ] as const) {
      ink.add(
        path(`M${x - 78} ${y}q-6 -36 52 -40q66 -12 96 20q26 30 -20 44q-110 22 -128 -24z`, '#f6f1e4'),
        ellipse(
          x,
          y - 5,
          33,
          20,
          ink.radial(
            [
              [0, '#ffd766'],
              [1, '#e8992a'],
            ],
            light.side < 0 ? 0.35 : 0.65,
            0.3,
            0.8,
          ),
        ),
        ellipse(x + light.side * 10, y - 12, 9, 4, '#ffffff', 'opacity="0.65"'),
      )
    }
    for (let leaf = 0; leaf < 12; leaf++)
      ink.add(ellipse(random.between(-150, 150), random.between(-90, -20), 6, 3.4, '#5c7a3f'))
    return
  }
  if (dish === 'bread') {
    ink.add(
      path(
        'M-186 -58Q-170 -140 0 -146T186 -58Q150 -8 0 -8T-186 -58Z',
        ink.radial(
          [
            [0, '#e6b56d'],
            [0.6, '#c07f38'],
            [1, '#8a5222'],
          ],
          light.side < 0 ? 0.35 : 0.65,
          0.2,
          0.9,
        ),
      ),
    )
    for (let cut = -1; cut <= 1; cut++)
      ink.add(line(`M${cut * 80 - 40} -70q40 -50 80 -60`, '#f3dcae', 11, 'opacity="0.8"'))
    for (let flour = 0; flour < 30; flour++)
      ink.add(ellipse(random.between(-150, 150), random.between(-130, -40), 2.4, 1.6, '#fff6e0', 'opacity="0.8"'))
    return
  }
  for (let piece = 0; piece < 46; piece++) {
    const angle = random.between(0, 2 * Math.PI)
    const reach = Math.sqrt(random.next())
    const [x, y] = [Math.cos(angle) * reach * 186, -56 + Math.sin(angle) * reach * 46]
    const colour = random.pick(['#c0392b', '#d8792f', '#e3b23c', '#6f8f3f', '#8a5a33', '#efe0b8', '#7b3f5c'])
    ink.add(
      ellipse(
        x,
        y,
        random.between(14, 27),
        random.between(9, 17),
        ink.flat(colour),
        `transform="rotate(${num(random.between(-60, 60))} ${num(x)} ${num(y)})"`,
      ),
    )
  }
}

const knife: Sitter = {
  places: ['flatWood', 'flatStone', 'flatLinen'],
  reach: 300,
  height: 0,
  scale: 1.04,
  draw(ink, colour, random, light) {
    if (random.chance(0.85)) vegetables(ink, random, light)
    const shapes = [
      path(
        'M-300 -16Q-306 26 -262 34H-60V-34H-250Q-290 -36 -300 -16Z',
        ink.linear(
          [
            [0, tone(colour, light, 0.3)],
            [0.5, tone(colour, light, 0)],
            [1, tone(colour, light, -0.5)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
      rect(
        -64,
        -38,
        26,
        76,
        ink.linear(
          [
            [0, '#e9ecee'],
            [1, '#83888c'],
          ],
          0,
          0,
          0,
          1,
        ),
        4,
      ),
      path(
        'M-40 -40H150Q290 -34 350 46Q200 44 60 42H-40Z',
        ink.linear(
          [
            [0, '#7d8489'],
            [0.45, '#d9dde0'],
            [0.62, '#f6f8f9'],
            [0.66, '#aab0b4'],
            [1, '#eef1f2'],
          ],
          0,
          0,
          0.1,
          1,
        ),
      ),
      line('M-36 26Q150 30 330 44', '#ffffff', 2.4, 'opacity="0.8"'),
      ...[-240, -170, -100].map((x) => ellipse(x, 0, 9, 9, '#c9b27c')),
      line('M-286 6H-70M-280 -12H-80', darker(colour, 0.45), 2, 'opacity="0.5"'),
    ]
    const angle = random.between(-52, 40)
    ink.add(
      group(`translate(12 18) rotate(${num(angle)})`, [
        path(
          'M-300 -16Q-306 26 -262 34H60Q200 44 350 46Q290 -34 150 -40H-250Q-290 -36 -300 -16Z',
          '#1d130d',
          'opacity="0.4"',
        ),
      ]),
    )
    ink.add(group(`rotate(${num(angle)})`, shapes))
  },
}

function vegetables(ink: Ink, random: Random, light: Light) {
  const spots = random.shuffled([
    [-230, -230],
    [230, -250],
    [240, 220],
    [-240, 240],
    [0, -290],
    [20, 280],
  ] as const)
  for (const [x, y] of spots.slice(0, 4)) {
    const [colour, size] = random.pick([
      ['#c0392b', 74],
      ['#d8a33a', 66],
      ['#6f8f3f', 60],
      ['#e9dcc0', 78],
    ] as const)
    const lit = light.side < 0 ? 0.32 : 0.68
    ink.add(
      ellipse(x - light.side * 16, y + 18, size, size * 0.96, '#1d130d', 'opacity="0.35"'),
      ellipse(
        x,
        y,
        size,
        size * 0.96,
        ink.radial(
          [
            [0, lighter(colour, 0.5)],
            [0.4, colour],
            [1, darker(colour, 0.42)],
          ],
          lit,
          0.3,
          0.8,
        ),
      ),
    )
    if (colour === '#c0392b')
      ink.add(path(`M${x} ${y}l-26 -16l18 30l-30 8l34 6l4 30l14 -28l28 14l-16 -26l28 -14l-32 2z`, '#4d6b31'))
    else
      for (let ring = 1; ring < 4; ring++)
        ink.add(
          ellipse(
            x,
            y,
            size * 0.24 * ring,
            size * 0.23 * ring,
            'none',
            'stroke="#ffffff" stroke-width="2.6" opacity="0.3"',
          ),
        )
  }
  for (let leaf = 0; leaf < 14; leaf++) {
    const [x, y] = [random.between(-320, 320), random.between(-320, 320)]
    ink.add(
      path(
        'M-24 0Q0 -15 24 0Q0 15 -24 0Z',
        random.pick(['#4d6b31', '#6f8f45', '#8aa858']),
        `transform="translate(${num(x)} ${num(y)}) rotate(${num(random.between(0, 360))})"`,
      ),
    )
  }
}

const board: Sitter = {
  places: ['flatStone', 'flatLinen', 'flatWood'],
  reach: 300,
  height: 0,
  draw(ink, colour, random, light) {
    const wood = tone(colour, light, 0.08)
    const shapes = [
      rect(-258, -320, 544, 668, '#1d130d', 40, 'opacity="0.4" transform="translate(6 10)"'),
      rect(-270, -335, 540, 670, ink.flat(wood, 0.8), 40),
      rect(-262, -327, 524, 654, 'none', 34, `stroke="${lighter(wood, 0.4)}" stroke-width="5" opacity="0.6"`),
      rect(-226, -291, 452, 582, 'none', 26, `stroke="${darker(wood, 0.4)}" stroke-width="11" opacity="0.55"`),
      ellipse(0, -308, 17, 17, darker(wood, 0.7)),
    ]
    for (let x = -240; x < 240; x += random.between(26, 54)) {
      shapes.push(
        line(
          `M${num(x)} -325C${num(x + random.between(-26, 26))} -100 ${num(x + random.between(-26, 26))} 120 ${num(x + random.between(-14, 14))} 325`,
          darker(wood, 0.42),
          random.between(1.4, 4),
          'opacity="0.36"',
        ),
      )
    }
    ink.add(group(`rotate(${num(random.between(-24, 24))})`, shapes))
    breadAndCheese(ink, random, light)
  },
}

function breadAndCheese(ink: Ink, random: Random, light: Light) {
  const lit = light.side < 0 ? 0.3 : 0.7
  for (let slice = 0; slice < 3; slice++) {
    const [x, y] = [-70 + slice * 42, -120 + slice * 66]
    ink.add(
      ellipse(x + 8, y + 14, 106, 72, '#1d130d', 'opacity="0.3"'),
      ellipse(x, y, 108, 74, '#9a6230'),
      ellipse(
        x,
        y - 4,
        94,
        62,
        ink.radial(
          [
            [0, '#f6e6c4'],
            [1, '#dcb983'],
          ],
          lit,
          0.3,
          0.8,
        ),
      ),
    )
    for (let hole = 0; hole < 12; hole++)
      ink.add(
        ellipse(
          x + random.between(-70, 70),
          y + random.between(-42, 36),
          random.between(3, 8),
          random.between(2, 5),
          '#c79d63',
          'opacity="0.7"',
        ),
      )
  }
  for (let tomato = 0; tomato < 5; tomato++) {
    const [x, y] = [random.between(60, 190), random.between(60, 230)]
    ink.add(
      ellipse(x + 6, y + 9, 28, 26, '#1d130d', 'opacity="0.3"'),
      ellipse(
        x,
        y,
        29,
        28,
        ink.radial(
          [
            [0, '#f0876a'],
            [0.5, '#c8412c'],
            [1, '#7d1f16'],
          ],
          lit,
          0.3,
          0.8,
        ),
      ),
    )
  }
  ink.add(
    path('M-190 130L-40 190L-170 262Z', '#1d130d', 'opacity="0.3" transform="translate(8 12)"'),
    path('M-190 130L-40 190L-170 262Z', ink.flat('#efd28a')),
  )
  for (let leaf = 0; leaf < 9; leaf++)
    ink.add(
      path(
        'M-22 0Q0 -14 22 0Q0 14 -22 0Z',
        random.pick(['#4d6b31', '#6f8f45']),
        `transform="translate(${num(random.between(-120, 150))} ${num(random.between(-210, 250))}) rotate(${num(random.between(0, 360))})"`,
      ),
    )
}

export const cooking: Partial<Record<Subject, Sitter>> = { pan, knife, board }
