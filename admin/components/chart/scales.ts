// Linear and band scales as D3 computes them. D3's modules would add 12 kB to the first page.

/** A step of 1, 2 or 5 times a power of ten. Below 1 it is stored as its whole inverse, so that 3 × 0.1 is 0.3. */
type Step = { size: number } | { perUnit: number }

/** Divides a range into about as many parts. */
function chooseStep(range: number, parts: number): Step {
  const exact = range / parts
  const exponent = Math.floor(Math.log10(exact))
  const rest = exact / 10 ** exponent
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.sqrt(2) ? 2 : 1
  return exponent < 0 ? { perUnit: 10 ** -exponent / factor } : { size: 10 ** exponent * factor }
}

function divide(value: number, step: Step): number {
  const steps = 'size' in step ? value / step.size : value * step.perUnit
  // 0.0006 × 10,000 is less than 6.
  const whole = Math.round(steps)
  return Math.abs(steps - whole) < 1e-9 ? whole : steps
}
const multiply = (count: number, step: Step): number => ('size' in step ? count * step.size : count / step.perUnit)

type Range = readonly [from: number, to: number]

/** Round values in a domain, about as many as `parts`. */
export function findTicks([least, most]: Range, parts: number): number[] {
  const step = chooseStep(most - least, parts)
  const first = Math.ceil(divide(least, step))
  const count = Math.floor(divide(most, step)) - first + 1
  return Array.from({ length: count }, (_, at) => multiply(first + at, step))
}

/** Extends a domain to the next round values. */
export function roundDomain([least, most]: Range, parts: number): Range {
  const step = chooseStep(most - least, parts)
  const wide: Range = [multiply(Math.floor(divide(least, step)), step), multiply(Math.ceil(divide(most, step)), step)]
  // The wider domain may have a larger step.
  return wide[0] === least && wide[1] === most ? wide : roundDomain(wide, parts)
}

export const scaleLinear =
  ([least, most]: Range, [from, to]: Range) =>
  (value: number): number =>
    from + ((value - least) / (most - least)) * (to - from)

/** Divides a range into bands. `gap` is the share of a step between two bands and at both ends. */
export function scaleBands(count: number, [from, to]: Range, gap: number) {
  const step = (to - from) / (count + gap)
  const width = step * (1 - gap)
  return { step, width, middle: (at: number): number => from + step * (at + gap) + width / 2 }
}

/** An SVG path through points. A missing point interrupts the line. */
export const buildPath = (points: readonly (readonly [x: number, y: number] | null)[]): string =>
  points
    .map((point, at) => point && `${points[at - 1] ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`)
    .filter(Boolean)
    .join('')
