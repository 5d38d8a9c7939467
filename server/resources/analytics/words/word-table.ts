// Numbers for words, which are found by 64 bits made of their letters: a string for every word of every text, and comparing it, would
// cost several times what all the rest of counting does. Of a hundred thousand words two have the same bits once in four thousand
// million stores; such two would be counted as one. Pure.

/** Of `text`, the letters from one place to before another. */
export const firstHash = (text: string, from: number, to: number): number => {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 16)
}

export const secondHash = (text: string, from: number, to: number): number => {
  let hash = to - from
  for (let i = from; i < to; i++) hash = Math.imul((hash << 13) ^ (hash >>> 19) ^ text.charCodeAt(i), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

const fields = 4

/** Another one in each process: nobody can choose words that all have to be looked for at one place. */
const seed = Math.floor(Math.random() * 2 ** 32)

export type WordTable = {
  size(): number
  /** -1 where it is not there. */
  find(first: number, second: number): number
  /** The next number where it is not there yet. */
  take(first: number, second: number): number
}

export function createWordTable(): WordTable {
  let size = 0
  let mask = 4095
  // A row for each place: the number of the word and 1, and its bits.
  let rows = new Int32Array(fields * (mask + 1))

  /** Where it is, or would be. */
  function placeOf(first: number, second: number): number {
    let place = Math.imul(first ^ seed, 0x85ebca6b) ^ second
    place = Math.imul(place ^ (place >>> 15), 0x2c1b3c6d)
    place ^= place >>> 13
    for (place &= mask; ; place = (place + 1) & mask) {
      const at = fields * place
      if (rows[at] === 0 || (rows[at + 1] === first && rows[at + 2] === second)) return at
    }
  }

  function grow(): void {
    const before = rows
    mask = 2 * mask + 1
    rows = new Int32Array(fields * (mask + 1))
    for (let from = 0; from < before.length; from += fields) {
      if (before[from] === 0) continue
      const at = placeOf(before[from + 1] as number, before[from + 2] as number)
      rows[at] = before[from] as number
      rows[at + 1] = before[from + 1] as number
      rows[at + 2] = before[from + 2] as number
    }
  }

  function take(first: number, second: number): number {
    const at = placeOf(first, second)
    if (rows[at] !== 0) return (rows[at] as number) - 1
    rows[at] = size + 1
    rows[at + 1] = first
    rows[at + 2] = second
    const number = size++
    if (2 * size > mask) grow()
    return number
  }

  return {
    size: () => size,
    find: (first, second) => (rows[placeOf(first, second)] as number) - 1,
    take,
  }
}
