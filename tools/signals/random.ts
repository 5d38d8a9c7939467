/** A seeded generator (mulberry32), so that a measurement repeats exactly. */
export type Random = {
  next(): number
  integer(below: number): number
  pick<T>(values: readonly T[]): T
  chance(share: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (below: number) => Math.floor(next() * below)
  return { next, integer, pick: (values) => values[integer(values.length)] as never, chance: (share) => next() < share }
}
