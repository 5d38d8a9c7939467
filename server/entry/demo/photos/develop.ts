// Turns the two drawings of a photo into pixels: the soft one enlarged behind, the sharp one before it, light in the
// lens, darker corners, grain and the contrast a telephone adds.

import { random } from '../random.ts'
import type { Light } from './ink.ts'

/** The soft drawing is this many times smaller: cheaper than a blur, and it looks like a wide aperture. */
export const softness = 5

export type Negative = { behind: Buffer; before: Buffer; width: number; height: number; light: Light }

/**
 * RGB pixels of the finished photo. `behind` is RGB at a fifth of the size, `before` RGBA at full size. One loop over
 * all of it takes 23 ms; enlarging, vignette and composing in the image library took 65. Hence the bare indices.
 */
export function developed({ behind, before, width, height, light }: Negative): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 3)
  const [columns, rows] = [lens(width), lens(height)]
  const [noise, curve] = [grain(), contrast()]
  const [red = 255, green = 255, blue = 255] = [1, 3, 5].map((at) => Number.parseInt(light.tint.slice(at, at + 2), 16))
  const glare = 0.2 * light.strength
  const smallWidth = width / softness
  const line = new Float32Array(smallWidth * 3 + 3)
  for (let y = 0, to = 0, from = 0; y < height; y++) {
    between(behind, line, smallWidth, rows.index[y] as number, rows.share[y] as number)
    const dy = (rows.centre[y] as number) ** 2
    const flareY = (rows.flare[y] as number) ** 2
    const noiseRow = (y % grainSize) * grainSize
    for (let x = 0; x < width; x++, to += 3, from += 4) {
      const at = columns.index[x] as number
      const share = columns.share[x] as number
      const alpha = (before[from + 3] as number) / 255
      const dx = columns.centre[x] as number
      const corner = dx * dx + dy
      const flare = columns.flare[light.side < 0 ? x : width - 1 - x] as number
      const reach = 1 - flare * flare - flareY
      const glow = reach > 0 ? reach * glare : 0
      const speck = noise[noiseRow + (x & (grainSize - 1))] as number
      // Shade of the corner and glow of the lamp are one scale and one offset for all three channels.
      const scale = (1 - 0.15 * corner * corner) * (1 - glow)
      const [r0, g0, b0] = [line[at] as number, line[at + 1] as number, line[at + 2] as number]
      const r = r0 + ((line[at + 3] as number) - r0) * share
      const g = g0 + ((line[at + 4] as number) - g0) * share
      const b = b0 + ((line[at + 5] as number) - b0) * share
      pixels[to] = curve[level((r + ((before[from] as number) - r) * alpha) * scale + red * glow + speck)] as number
      pixels[to + 1] = curve[
        level((g + ((before[from + 1] as number) - g) * alpha) * scale + green * glow + speck)
      ] as number
      pixels[to + 2] = curve[
        level((b + ((before[from + 2] as number) - b) * alpha) * scale + blue * glow + speck)
      ] as number
    }
  }
  return pixels
}

const level = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0)

/** For each place along one side: where it lies in the small picture (in bytes of RGB), and how far from the centre and the light. */
function lens(size: number) {
  const index = new Uint16Array(size)
  const share = new Float32Array(size)
  const centre = new Float32Array(size)
  const flare = new Float32Array(size)
  const last = size / softness - 1
  for (let at = 0; at < size; at++) {
    const source = Math.min(last, Math.max(0, (at + 0.5) / softness - 0.5))
    index[at] = Math.floor(source) * 3
    share[at] = source - Math.floor(source)
    centre[at] = (at / size - 0.5) * 1.5
    flare[at] = (at / size - 0.06) / 0.85
  }
  return { index, share, centre, flare }
}

/** One line of the small picture, between its row and the next. */
function between(small: Buffer, line: Float32Array, width: number, row: number, share: number) {
  const start = row * width
  const next = start + width * 3 < small.length ? start + width * 3 : start
  for (let at = 0; at < width * 3; at++) {
    const above = small[start + at] as number
    line[at] = above + ((small[next + at] as number) - above) * share
  }
  for (let channel = 0; channel < 3; channel++) line[width * 3 + channel] = line[width * 3 - 3 + channel] as number
}

const grainSize = 256
let grainTile: Float32Array | undefined

/** Film grain, made once: a little lighter here, a little darker there. */
function grain(): Float32Array {
  if (grainTile) return grainTile
  const chance = random('grain')
  grainTile = Float32Array.from({ length: grainSize * grainSize }, () => {
    return (chance.next() + chance.next() + chance.next() - 1.5) * 8
  })
  return grainTile
}

/** A soft S: darker shadows, brighter lights, and a little more light altogether. */
function contrast(): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, level) => {
    const value = (level / 255) ** 0.93
    const bent = value + 0.5 * (value * value * (3 - 2 * value) - value)
    return bent * 255
  })
}
