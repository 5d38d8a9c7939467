// What things stand on outdoors.

import { blades, bokeh, down, folds, grain, hill, leaves, speckle, type Top } from './brush.ts'
import { darker, ellipse, lighter, line, mix, num, path, rect } from './ink.ts'

export const grass: Top = {
  soft(ink, random, light) {
    ink.add(path(hill(random, 640, 14), down(ink, mix('#7f9b52', light.tint, 0.3), '#3f5a2b')))
    ink.add(
      ellipse(
        light.side < 0 ? 180 : 720,
        760,
        560,
        150,
        ink.radial([
          [0, light.tint, 0.35],
          [1, light.tint, 0],
        ]),
      ),
    )
  },
  sharp: (ink, random, light) =>
    blades(ink, random, ['#4d6b31', '#6f8f45', mix('#9fb765', light.tint, 0.3)], 655, 240, 30),
}

export const moss: Top = {
  soft(ink, random, light) {
    ink.add(path(hill(random, 640, 16), down(ink, '#4b5a34', '#2f3424')))
    bokeh(ink, random, ['#6f8048', '#8a6b45', '#57633a', '#a08457'], 40, [-150, 660, 1050, 1000], [16, 50])
    ink.add(
      ellipse(
        light.side < 0 ? 220 : 680,
        740,
        460,
        110,
        ink.radial([
          [0, light.tint, 0.42],
          [1, light.tint, 0],
        ]),
      ),
    )
  },
  sharp(ink, random) {
    blades(ink, random, ['#39482a', '#5f7540', '#7d8f4f'], 660, 110, 18)
    leaves(ink, random, 26, 670)
  },
}

export const jetty: Top = {
  soft(ink, random, light) {
    const wood = random.pick(['#8b8072', '#9a846b', '#77695a'])
    ink.add(
      rect(-200, 640, 1300, 500, down(ink, mix(wood, light.tint, 0.35), darker(wood, 0.25))),
      rect(-200, 628, 1300, 22, darker(wood, 0.55)),
    )
    ink.add(
      ellipse(
        light.side < 0 ? 150 : 750,
        740,
        520,
        120,
        ink.radial([
          [0, light.tint, 0.5],
          [1, light.tint, 0],
        ]),
      ),
    )
  },
  sharp(ink, random) {
    for (let y = 640, step = 56; y < 1100; y += step, step *= 1.14)
      ink.add(
        line(`M-200 ${num(y)}H1100`, '#2b241d', 3 + (y - 640) / 120, 'opacity="0.55"'),
        line(`M-200 ${num(y + 5)}H1100`, '#ffffff', 1.5, 'opacity="0.22"'),
      )
    grain(ink, random, '#3b3128', [-200, 650, 1100, 1100], 60)
    for (let nail = 0; nail < 16; nail++)
      ink.add(
        ellipse(
          random.pick([90, 500, 860]) + random.between(-6, 6),
          668 + nail * 27,
          3.4,
          2.4,
          '#2a2420',
          'opacity="0.7"',
        ),
      )
  },
}

export const sand: Top = {
  soft(ink, random, light) {
    ink.add(path(hill(random, 640, 12), down(ink, mix('#dcc7a2', light.tint, 0.35), '#b99d74')))
    folds(ink, random, '#cdb68e', 690)
  },
  sharp(ink, random) {
    speckle(ink, random, '#7d6746', [-100, 650, 1000, 1000], 220, 0.3)
    blades(ink, random, ['#a7a468', '#8d8c57'], 900, 26, 60)
  },
}

export const paving: Top = {
  soft(ink, random, light) {
    const stone = random.pick(['#a59c8e', '#8f8b84', '#b7a792'])
    ink.add(rect(-200, 610, 1300, 500, down(ink, darker(stone, 0.25), mix(stone, light.tint, 0.3))))
    for (let slab = 0; slab < 12; slab++)
      ink.add(
        rect(
          random.between(-150, 950),
          random.between(620, 960),
          random.between(120, 260),
          random.between(20, 60),
          random.pick([lighter(stone, 0.18), darker(stone, 0.16)]),
          6,
          'opacity="0.5"',
        ),
      )
  },
  sharp(ink, random) {
    for (let y = 660, step = 60; y < 1100; y += step, step *= 1.2)
      ink.add(line(`M-200 ${num(y)}H1100`, '#3a352e', 3.4, 'opacity="0.4"'))
    ink.add(
      line(
        [-260, 60, 390, 700, 1050].map((x) => `M${450 + (x - 450) * 0.66} 612L${x} 1100`).join(''),
        '#3a352e',
        3.4,
        'opacity="0.35"',
      ),
    )
    speckle(ink, random, '#3a352e', [-100, 630, 1000, 1000], 90, 0.25)
    leaves(ink, random, 7, 680)
  },
}

export const darkGround: Top = {
  soft: (ink, _random, light) => {
    const x = light.side < 0 ? 100 : 800
    ink.add(
      rect(-200, 640, 1300, 500, '#17130f'),
      ellipse(
        x,
        720,
        620,
        150,
        ink.radial([
          [0, '#ff9a45', 0.5],
          [1, '#ff9a45', 0],
        ]),
      ),
    )
  },
  sharp: (ink, random) => {
    blades(ink, random, ['#2c2a1c', '#5a4526'], 660, 130, 24)
    leaves(ink, random, 10, 690)
  },
}
