// Every draw derives from a seed, so the demo shop is equal on every machine. Never use the runtime's own randomness.

export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  between(min: number, max: number): number
  whole(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T
  /**
   * Each item has its own random draw, seeded with its name. Adding or removing an item therefore changes the result only
   * where that item is chosen.
   */
  chosen<T>(items: readonly T[], weightOf: (item: T) => number, nameOf: (item: T) => string): T
  shuffled<T>(items: readonly T[]): T[]
  /** An independent random stream. Its draws do not affect the original stream. */
  branch(name: string | number): Random
}

export function random(seed: string): Random {
  let state = hash(seed)
  // Mulberry32: 32 bits of state, good enough for demo data, and the same on every engine.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => at(items, whole(0, items.length - 1))
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    whole,
    chance: (probability) => next() < probability,
    pick,
    weighted(items, weightOf) {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0)
      for (const item of items) {
        left -= weightOf(item)
        if (left < 0) return item
      }
      return at(items, items.length - 1)
    },
    chosen(items, weightOf, nameOf) {
      const lucks = items.map((item) => {
        const weight = weightOf(item)
        return weight > 0 ? Math.log(random(`${seed}/${nameOf(item)}`).next()) / weight : Number.NEGATIVE_INFINITY
      })
      return at(items, lucks.indexOf(Math.max(...lucks)))
    },
    shuffled(items) {
      const order = items.map((item) => ({ item, key: next() }))
      return order.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
    branch: (name) => random(`${seed}/${name}`),
  }
}

export function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`)
  return item
}

/** FNV-1a with a final mixing step, so that seeds that differ in one letter have unrelated streams. */
function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  value = Math.imul(value ^ (value >>> 16), 2246822507)
  value = Math.imul(value ^ (value >>> 13), 3266489909)
  return value ^ (value >>> 16)
}
