// What things lie on when they are taken from above.

import type { Random } from '../random.ts'
import { all, bokeh, folds, grain, woods } from './brush.ts'
import { darker, ellipse, type Ink, lighter, line, mix, num, rect } from './ink.ts'

export function flatWood(ink: Ink, random: Random) {
  const wood = random.pick(woods)
  all(ink, wood)
  for (let y = -200; y < 1100; y += 150)
    ink.add(rect(-200, y, 1300, 150, mix(darker(wood, 0.22), lighter(wood, 0.16), random.next())))
}

export function planks(ink: Ink, random: Random) {
  for (let y = -200; y < 1100; y += 150) {
    ink.add(
      rect(-200, y - 3, 1300, 6, '#24150b', 0, 'opacity="0.55"'),
      rect(-200, y + 3, 1300, 2, '#ffffff', 0, 'opacity="0.25"'),
    )
    const knot = random.between(-100, 1000)
    if (random.chance(0.5))
      for (const r of [6, 12, 20])
        ink.add(ellipse(knot, y + 75, r * 1.8, r, 'none', 'stroke="#3a2415" stroke-width="2.4" opacity="0.4"'))
  }
  grain(ink, random, '#3a2415', [-200, -200, 1100, 1100], 110)
}

export function flatLinen(ink: Ink, random: Random) {
  const cloth = random.pick(['#e7dfd0', '#cfd4cf', '#d9c8b4', '#c5cbd1'])
  all(ink, cloth)
  folds(ink, random, cloth, -100)
}

export function flatStone(ink: Ink, random: Random) {
  const stone = random.pick(['#dedad4', '#55595b', '#c4c1ba'])
  all(ink, stone)
  for (let vein = 0; vein < 7; vein++) {
    const x = random.between(-200, 1000)
    ink.add(
      line(
        `M${num(x)} -200C${num(x + random.between(-200, 300))} 200 ${num(x + random.between(-200, 300))} 600 ${num(x + random.between(0, 400))} 1100`,
        random.chance(0.5) ? darker(stone, 0.28) : lighter(stone, 0.4),
        random.between(3, 14),
        'opacity="0.34"',
      ),
    )
  }
}

export function flatGrass(ink: Ink, random: Random) {
  all(ink, '#67844a')
  bokeh(ink, random, ['#557239', '#7d9a4e', '#8fae5b'], 60, [-200, -200, 1100, 1100], [40, 120])
}
