// Strokes that several places share: planks and blades, folds and light.

import type { Random } from '../random.ts'
import { darker, ellipse, type Ink, type Light, lighter, line, num, path, rect } from './ink.ts'

export type Painter = (ink: Ink, random: Random, light: Light) => void

export type Top = { soft: Painter; sharp: Painter }

export const all = (ink: Ink, fill: string) => ink.add(rect(-200, -200, 1300, 1300, fill))

export const down = (ink: Ink, top: string, bottom: string) =>
  ink.linear(
    [
      [0, top],
      [1, bottom],
    ],
    0,
    0,
    0,
    1,
  )

/** Discs of light, as lenses make of leaves and lamps. */
export function bokeh(
  ink: Ink,
  random: Random,
  colours: string[],
  count: number,
  box: [number, number, number, number],
  size: [number, number],
) {
  const [x1, y1, x2, y2] = box
  for (let index = 0; index < count; index++) {
    const radius = random.between(...size)
    const opacity = num(random.between(0.12, 0.5))
    ink.add(
      ellipse(
        random.between(x1, x2),
        random.between(y1, y2),
        radius,
        radius,
        random.pick(colours),
        `opacity="${opacity}"`,
      ),
    )
  }
}

/** The light of a window on a wall. */
export function sunPatch(ink: Ink, random: Random, light: Light) {
  const x = light.side < 0 ? random.between(340, 520) : random.between(60, 220)
  const lean = light.side * -90
  const fill = `fill="${light.tint}" opacity="${num(0.28 * light.strength)}"`
  for (const [dx, dy] of [
    [0, 0],
    [150, 0],
    [0, 190],
    [150, 190],
  ] as const) {
    ink.add(`<path d="M${x + dx} ${60 + dy}h130l${lean} 170h-130z" ${fill}/>`)
  }
}

/** Long thin strokes along the wood, denser towards the viewer. */
export function grain(ink: Ink, random: Random, colour: string, box: [number, number, number, number], count: number) {
  const [x1, y1, x2, y2] = box
  const strokes = Array.from({ length: count }, () => {
    const y = y1 + (y2 - y1) * random.next() ** 0.8
    const x = random.between(x1, x2)
    const length = random.between(60, 320)
    return `M${num(x)} ${num(y)}q${num(length / 2)} ${num(random.between(-7, 7))} ${num(length)} 0`
  })
  ink.add(line(strokes.join(''), colour, 1.3, 'opacity="0.26"'))
}

export function speckle(
  ink: Ink,
  random: Random,
  colour: string,
  box: [number, number, number, number],
  count: number,
  opacity: number,
) {
  const dots = Array.from(
    { length: count },
    () => `M${num(random.between(box[0], box[2]))} ${num(random.between(box[1], box[3]))}h0.1`,
  )
  ink.add(line(dots.join(''), colour, 2.6, `opacity="${opacity}"`))
}

export function folds(ink: Ink, random: Random, cloth: string, top: number) {
  for (let fold = 0; fold < 9; fold++) {
    const y = random.between(top, 1000)
    const bend = random.between(-120, 120)
    const d = `M-200 ${num(y)}C200 ${num(y + bend)} 500 ${num(y - bend)} 1100 ${num(y + random.between(-100, 100))}`
    ink.add(
      line(d, darker(cloth, 0.32), random.between(16, 36), 'opacity="0.28"'),
      line(d, lighter(cloth, 0.6), random.between(10, 22), 'opacity="0.4" transform="translate(0 -22)"'),
    )
  }
}

export function hill(random: Random, y: number, height: number): string {
  const b = random.between(-height, height)
  return `M-200 ${num(y + b)}C100 ${num(y - height)} 350 ${num(y + b)} 560 ${num(y - height * random.next())}S950 ${num(y + b)} 1100 ${num(y - b)}V1100H-200Z`
}

/** Blades from the lower edge and around: short and dark far away, long and light near by. */
export function blades(ink: Ink, random: Random, colours: string[], from: number, count: number, size: number) {
  for (const colour of colours) {
    const strokes = Array.from({ length: Math.round(count / colours.length) }, () => {
      const y = from + (1050 - from) * random.next() ** 0.75
      const height = size * (0.35 + (y - from) / 330) * random.between(0.6, 1.3)
      const bend = random.between(-0.5, 0.5) * height
      return `M${num(random.between(-150, 1050))} ${num(y)}q${num(bend * 0.2)} ${num(-height * 0.6)} ${num(bend)} ${num(-height)}`
    })
    ink.add(line(strokes.join(''), colour, 2.6, 'opacity="0.75"'))
  }
}

export function leaves(ink: Ink, random: Random, count: number, from: number) {
  for (let leaf = 0; leaf < count; leaf++) {
    const [x, y] = [random.between(-100, 1000), random.between(from, 1000)]
    const size = 7 + (y - from) / 22
    const colour = random.pick(['#b07a3c', '#8f5a2f', '#c99a4a', '#7a4b2c', '#a8642f'])
    ink.add(
      path(
        `M${num(-size)} 0Q0 ${num(-size * 0.7)} ${num(size)} 0Q0 ${num(size * 0.5)} ${num(-size)} 0Z`,
        colour,
        `opacity="0.85" transform="translate(${num(x)} ${num(y)}) rotate(${num(random.between(-80, 80))})"`,
      ),
    )
  }
}

export const woods = ['#b78a5a', '#9c6f45', '#7a5336', '#c9a274', '#8c6a4c']
