// What things stand on or hang from indoors.

import type { Random } from '../random.ts'
import { down, folds, grain, speckle, type Top, woods } from './brush.ts'
import { darker, ellipse, type Ink, lighter, line, mix, num, path, rect } from './ink.ts'

export const woodTop: Top = {
  soft(ink, random, light) {
    const wood = random.pick(woods)
    ink.add(
      rect(-200, 600, 1300, 500, down(ink, mix(darker(wood, 0.2), light.tint, 0.18), mix(wood, light.tint, 0.12))),
    )
    ink.add(rect(-200, 596, 1300, 9, mix(wood, light.tint, 0.5), 0, 'opacity="0.6"'))
    const x = light.side < 0 ? 120 : 780
    ink.add(
      ellipse(
        x,
        700,
        560,
        150,
        ink.radial([
          [0, light.tint, 0.5 * light.strength],
          [1, light.tint, 0],
        ]),
      ),
    )
  },
  sharp(ink, random) {
    const wood = random.pick(woods)
    for (let y = 640; y < 1100; y += random.between(70, 120)) {
      ink.add(line(`M-200 ${num(y)}L1100 ${num(y + random.between(-8, 8))}`, darker(wood, 0.55), 2.4, 'opacity="0.35"'))
    }
    grain(ink, random, darker(wood, 0.45), [-200, 612, 1100, 1100], 46)
  },
}

export const stoneTop: Top = {
  soft(ink, random, light) {
    const stone = random.pick(['#dcd8d2', '#b9bcbb', '#4b4f52', '#e6e1d8'])
    ink.add(
      rect(-200, 610, 1300, 500, down(ink, darker(stone, 0.14), mix(stone, light.tint, 0.25))),
      rect(-200, 606, 1300, 8, lighter(stone, 0.5), 0, 'opacity="0.7"'),
    )
    for (let vein = 0; vein < 4; vein++) {
      const y = random.between(640, 900)
      ink.add(
        line(
          `M-200 ${num(y)}C200 ${num(y + random.between(-90, 90))} 600 ${num(y + random.between(-90, 90))} 1100 ${num(y + random.between(-60, 60))}`,
          darker(stone, 0.3),
          random.between(3, 10),
          'opacity="0.3"',
        ),
      )
    }
    ink.add(
      ellipse(
        light.side < 0 ? 160 : 740,
        720,
        520,
        120,
        ink.radial([
          [0, '#ffffff', 0.45],
          [1, '#ffffff', 0],
        ]),
      ),
    )
  },
  sharp(ink, random) {
    speckle(ink, random, '#2c2a28', [-100, 630, 1000, 1000], 90, 0.22)
  },
}

export const linenTop: Top = {
  soft(ink, random, light) {
    const linen = random.pick(['#efe9dd', '#dcd6c9', '#c9cfcc', '#d8c6b4'])
    ink.add(
      path(
        'M-200 520C100 470 400 540 620 500S1000 480 1100 520V1100H-200Z',
        down(ink, mix(linen, light.tint, 0.5), darker(linen, 0.16)),
      ),
    )
    folds(ink, random, linen, 560)
  },
  sharp(ink, random) {
    speckle(ink, random, '#8b8175', [-100, 560, 1000, 1000], 60, 0.16)
  },
}

export const floor: Top = {
  soft(ink, random, light) {
    const wood = random.pick(woods)
    ink.add(
      rect(-200, 640, 1300, 500, down(ink, darker(wood, 0.28), mix(wood, light.tint, 0.2))),
      rect(-200, 612, 1300, 34, '#ece6da', 0, 'opacity="0.75"'),
    )
    ink.add(
      ellipse(
        light.side < 0 ? 200 : 700,
        860,
        500,
        140,
        ink.radial([
          [0, light.tint, 0.4],
          [1, light.tint, 0],
        ]),
      ),
    )
  },
  sharp(ink, random) {
    const seams = [-500, -230, 40, 310, 590, 860, 1130, 1400].map((x) => `M${450 + (x - 450) * 0.62} 648L${x} 1100`)
    ink.add(line(seams.join(''), '#2a1a10', 2.6, 'opacity="0.4"'))
    grain(ink, random, '#3a2415', [-200, 700, 1100, 1100], 24)
  },
}

/** A plank with pegs, for what hangs. */
export const rail: Top = {
  soft: () => {},
  sharp(ink, random, light) {
    const wood = random.pick(woods)
    ink.add(
      rect(-200, 96, 1300, 16, '#000000', 0, 'opacity="0.22"'),
      rect(
        -200,
        42,
        1300,
        60,
        ink.linear(
          [
            [0, mix(wood, light.tint, 0.3)],
            [1, darker(wood, 0.2)],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
    )
    grain(ink, random, darker(wood, 0.5), [-200, 48, 1100, 98], 14)
    for (const x of [30, 240, 660, 870])
      ink.add(
        ellipse(x + 5, 84, 19, 17, '#000000', 'opacity="0.3"'),
        ellipse(
          x,
          76,
          18,
          18,
          ink.radial(
            [
              [0, lighter(wood, 0.4)],
              [1, darker(wood, 0.45)],
            ],
            0.4,
            0.3,
            0.8,
          ),
        ),
      )
    if (random.chance(0.6)) scarf(ink, random, random.pick([30, 870]))
  },
}

function scarf(ink: Ink, random: Random, x: number) {
  const colour = random.pick(['#a8532f', '#c8962e', '#51606b', '#7d3349', '#9aa78c'])
  ink.add(
    path(
      `M${x - 30} 74Q${x} 50 ${x + 30} 74L${x + 52} 560H${x - 8}L${x} 110L${x - 14} 480H${x - 70}Z`,
      ink.linear([
        [0, lighter(colour, 0.2)],
        [0.5, colour],
        [1, darker(colour, 0.35)],
      ]),
    ),
  )
  ink.add(line(Array.from({ length: 7 }, (_, at) => `M${x - 8 + at * 9} 560v34`).join(''), colour, 4))
}

export const nothing: Top = { soft: () => {}, sharp: () => {} }
