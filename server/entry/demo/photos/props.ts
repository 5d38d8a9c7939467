// Small things that happen to lie beside what was bought, as they do in kitchens and at campsites.

import type { Random } from '../random.ts'
import { darker, ellipse, type Ink, type Light, lighter, line, num, path, rect, tone } from './ink.ts'

export type Prop = { reach: number; draw(ink: Ink, random: Random, light: Light): void }

const books: Prop = {
  reach: 92,
  draw(ink, random, light) {
    let y = 0
    for (let book = 0; book < random.pick([2, 3]); book++) {
      const colour = random.pick(['#51606b', '#b9694a', '#9aa78c', '#c8962e', '#e9e1d2', '#7d3349'])
      const [left, thick] = [-88 + random.between(-8, 14), random.between(20, 32)]
      ink.add(
        rect(
          left,
          y - thick,
          170,
          thick,
          ink.linear(
            [
              [0, tone(colour, light, 0.22)],
              [1, tone(colour, light, -0.3)],
            ],
            0,
            0,
            0,
            1,
          ),
          4,
        ),
      )
      ink.add(rect(left + 14, y - thick + 5, 150, thick - 10, '#f4eee0', 2, 'opacity="0.35"'))
      y -= thick
    }
  },
}

const vase: Prop = {
  reach: 52,
  draw(ink, random, light) {
    const colour = random.pick(['#e3d8c6', '#8fa3a0', '#b9694a', '#5f6a6c'])
    const leaf = random.pick(['#8a9a78', '#c79a5b', '#6f8a6a', '#d8b7a0'])
    for (let twig = 0; twig < 3; twig++) {
      const [x, y] = [random.between(-70, 70), random.between(-370, -270)]
      ink.add(line(`M0 -140Q${num(x * 0.2)} ${num(y * 0.7)} ${num(x)} ${num(y)}`, darker(leaf, 0.45), 3.4))
      for (let bud = 0; bud < 9; bud++) {
        const t = 0.45 + bud * 0.065
        ink.add(
          ellipse(
            x * t * t + (bud % 2 ? 10 : -10),
            -140 + (y + 140) * t,
            12,
            7,
            tone(leaf, light, random.between(-0.2, 0.3)),
            `transform="rotate(${bud % 2 ? -40 : 40} ${num(x * t * t)} ${num(-140 + (y + 140) * t)})"`,
          ),
        )
      }
    }
    ink.add(
      path('M-26 -150C-24 -120 -54 -96 -54 -50Q-54 0 -30 2H30Q54 0 54 -50C54 -96 24 -120 26 -150Z', ink.round(colour)),
    )
  },
}

function round(colours: string[], size: number, stalk: boolean): Prop {
  return {
    reach: size * 1.8,
    draw(ink, random, light) {
      for (const x of random.chance(0.5) ? [-size * 0.9, size] : [0]) {
        const colour = random.pick(colours)
        const lit = light.side < 0 ? 0.33 : 0.67
        ink.add(
          ellipse(
            x,
            -size * 0.92,
            size,
            size * 0.94,
            ink.radial(
              [
                [0, lighter(colour, 0.5)],
                [0.45, colour],
                [1, darker(colour, 0.42)],
              ],
              lit,
              0.28,
              0.85,
            ),
          ),
        )
        if (stalk) ink.add(line(`M${num(x)} ${num(-size * 1.8)}q6 -14 14 -16`, '#4a3622', 5))
      }
    },
  }
}

const cones: Prop = {
  reach: 80,
  draw(ink, random, light) {
    for (const x of [-44, 40]) {
      const turn = random.between(-70, 70)
      const scales: string[] = [ellipse(x, -32, 30, 40, tone('#6b4a30', light, -0.2))]
      for (let row = 0; row < 6; row++) {
        for (let scale = -2; scale <= 2; scale++) {
          const half = 26 * Math.sin(((row + 0.8) / 6.6) * Math.PI)
          scales.push(
            ellipse(
              x + (scale / 2) * half,
              -62 + row * 12,
              8,
              6,
              tone(row % 2 ? '#8f6a45' : '#7a5838', light, scale * light.side * 0.1),
            ),
          )
        }
      }
      ink.within(`rotate(${num(turn)} ${x} -32)`, () => ink.add(...scales))
    }
  },
}

const stones: Prop = {
  reach: 110,
  draw(ink, random, _light) {
    for (const [x, width, height] of [
      [-60, 74, 60],
      [46, 58, 44],
      [6, 40, 26],
    ] as const) {
      const colour = random.pick(['#8d8a84', '#a59c8e', '#73777a', '#948672'])
      ink.add(
        path(
          `M${x - width} 0Q${x - width * 1.05} ${-height} ${num(x - width * 0.2)} ${-height * 1.3}Q${num(x + width)} ${-height * 1.2} ${x + width} 0Q${x} 12 ${x - width} 0Z`,
          ink.flat(colour, 1.2),
        ),
      )
    }
  },
}

const logs: Prop = {
  reach: 130,
  draw(ink, _random, light) {
    for (const [x, y] of [
      [-66, -36],
      [62, -36],
      [0, -104],
    ] as const) {
      ink.add(
        ellipse(x, y, 62, 60, tone('#5f4329', light, -0.1)),
        ellipse(
          x,
          y,
          52,
          50,
          ink.radial([
            [0, '#e0bd8a'],
            [1, '#b98a56'],
          ]),
        ),
      )
      for (const ring of [14, 26, 38])
        ink.add(ellipse(x + 3, y, ring, ring * 0.95, 'none', 'stroke="#8a6440" stroke-width="2.4" opacity="0.6"'))
    }
  },
}

const lemons = round(['#e3b93e', '#d9a92f'], 46, false)
const apples = round(['#b8402f', '#8fa04a', '#c9653a'], 48, true)

/** What may lie about in a room, and what outside. */
export const indoorProps: Prop[] = [books, vase, lemons, apples, vase]
export const outdoorProps: Prop[] = [cones, stones, logs, apples]
