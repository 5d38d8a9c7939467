// What rises from something hot.

import type { Random } from '../random.ts'
import { type Ink, line, mix, num } from './ink.ts'

/** Thin and wide strokes over each other, which together look soft. */
export function steam(ink: Ink, random: Random, colour: string, x: number, y: number) {
  for (let curl = 0; curl < 3; curl++) {
    const [sx, bend] = [x + (curl - 1) * 34, random.between(-40, 40)]
    const d = `M${num(sx)} ${y}c${num(bend)} -50 ${num(-bend)} -90 ${num(bend / 2)} -${num(random.between(120, 180))}`
    for (const [width, opacity] of [
      [46, 0.05],
      [30, 0.06],
      [16, 0.07],
    ] as const)
      ink.add(line(d, mix(colour, '#ffffff', 0.5), width, `opacity="${opacity}"`))
  }
}
