// Linear and band scales. D3 chooses the round values; its own scales would add 12 kB to the first page.
import { nice, ticks } from 'd3-array'

type Range = readonly [from: number, to: number]

/** Round values in a domain, about as many as `parts`. */
export const findTicks = ([least, most]: Range, parts: number): number[] => ticks(least, most, parts)

/** Extends a domain to the next round values. */
export const roundDomain = ([least, most]: Range, parts: number): Range => nice(least, most, parts)

export const scaleLinear =
  ([least, most]: Range, [from, to]: Range) =>
  (value: number): number =>
    from + ((value - least) / (most - least)) * (to - from)

/** Divides a range into bands. `gap` is the empty share of a step, between two bands and at both ends. */
export function scaleBands(count: number, [from, to]: Range, gap: number) {
  const step = (to - from) / (count + gap)
  const width = step * (1 - gap)
  return { step, width, middle: (at: number): number => from + step * (at + gap) + width / 2 }
}

const widestColumn = 40
const widestBehind = 64

/** Bars behind the columns are visible on both sides of them, and have a gap between each other. */
export function computeWidths(
  { step, width }: Pick<ReturnType<typeof scaleBands>, 'step' | 'width'>,
  hasBehind: boolean,
) {
  const fitted = hasBehind ? step * 0.45 : width
  return {
    columnWidth: Math.max(hasBehind ? 1 : 2, Math.min(widestColumn, fitted)),
    behindWidth: Math.min(widestBehind, step * 0.85),
  }
}

/** An SVG path through points. A missing point interrupts the line. */
export const buildPath = (points: readonly (readonly [x: number, y: number] | null)[]): string =>
  points
    .map((point, at) => point && `${points[at - 1] ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`)
    .filter(Boolean)
    .join('')
