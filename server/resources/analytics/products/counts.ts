// What reviews come to by product, added up from what is kept of days: tens of thousands of entries, which is most of the work of a
// report. So products are looked up by the numbers of their ids, in a table that is never more than half full. Pure.
import { countNames, idBytes, idIn, type PackedCounts, type Unpacked, unpackProducts } from '../sums/packed.ts'

/** Of a product: in the span, and how many reviews with how many stars there were before. */
export type Counts = PackedCounts & { before: number; starsBefore: number }
export type CountsOfProduct = Counts & { id: string }

/** Where counts are added, and how many of the five: see `kindsOf`. */
const columnsOf = {
  span: { column: 0, count: 5 },
  notWaiting: { column: 0, count: 4 },
  neither: { column: 0, count: 3 },
  before: { column: 5, count: 2 },
} as const
export type Kind = keyof typeof columnsOf

const columns = 7
const words = idBytes / 4

export function createCounts() {
  let slots = new Int32Array(4096)
  let ids = new Int32Array(2048 * words)
  let counts = Array.from({ length: columns }, () => new Float64Array(2048))
  let size = 0

  const grow = () => {
    ids = copied(ids, new Int32Array(ids.length * 2))
    counts = counts.map((each) => copied(each, new Float64Array(each.length * 2)))
    slots = new Int32Array(slots.length * 2)
    for (let place = 0; place < size; place++) {
      const slot = slotOf(slots, ids, ids, place * words)
      slots[slot] = place + 1
    }
  }
  /** The places of products, new ones among them. */
  const placesOf = (theirs: Int32Array) => {
    const places = new Int32Array(theirs.length / words)
    for (let i = 0; i < places.length; i++) {
      const at = i * words
      const slot = slotOf(slots, ids, theirs, at)
      const taken = slots[slot] as number
      if (taken !== 0) places[i] = taken - 1
      else {
        for (let word = 0; word < words; word++) ids[size * words + word] = theirs[at + word] as number
        places[i] = size
        slots[slot] = ++size
        if (size * 2 === slots.length) grow()
      }
    }
    return places
  }

  return {
    /** Products as they are kept, added or taken off. */
    add(text: string, kind: Kind, sign: number): void {
      const packed = unpackProducts(text)
      const places = placesOf(numbersIn(packed.bytes.subarray(packed.ids, packed.ids + packed.size * idBytes)))
      const { column, count } = columnsOf[kind]
      for (let i = 0; i < count; i++)
        addCounts(counts[column + i] as Float64Array, places, packed, packed.counts[i] as number, sign)
    },
    addOne(id: string, found: PackedCounts, kind: Kind, sign: number): void {
      const [place = 0] = placesOf(numbersIn(Buffer.from(id.replaceAll('-', ''), 'hex')))
      const { column, count } = columnsOf[kind]
      for (let i = 0; i < count; i++) {
        const to = counts[column + i] as Float64Array
        to[place] = (to[place] as number) + sign * found[countNames[i] as keyof PackedCounts]
      }
    },
    *each(): Generator<CountsOfProduct> {
      const bytes = Buffer.from(ids.buffer)
      for (let place = 0; place < size; place++) {
        const of = (column: number) => (counts[column] as Float64Array)[place] as number
        yield {
          id: idIn(bytes, place * idBytes),
          received: of(0),
          stars: of(1),
          low: of(2),
          unanswered: of(3),
          waiting: of(4),
          before: of(5),
          starsBefore: of(6),
        }
      }
    },
  }
}

/** As a copy, which begins where such numbers may. */
function numbersIn(ids: Buffer): Int32Array {
  const numbers = new Int32Array(ids.length / 4)
  new Uint8Array(numbers.buffer).set(ids)
  return numbers
}

function copied<A extends Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}

/** The slot that has the place of this id plus one, or the empty one that is for it. */
function slotOf(slots: Int32Array, ids: Int32Array, theirs: Int32Array, at: number): number {
  const a = theirs[at] as number
  const b = theirs[at + 1] as number
  const c = theirs[at + 2] as number
  const d = theirs[at + 3] as number
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ d, 0xc2b2ae35)
  hash ^= hash >>> 15
  for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
    const taken = slots[slot] as number
    if (taken === 0) return slot
    const own = (taken - 1) * words
    if (ids[own + 3] === d && ids[own + 2] === c && ids[own + 1] === b && ids[own] === a) return slot
  }
}

/** One kind of count, of each product. */
function addCounts(
  to: Float64Array,
  places: Int32Array,
  { bytes, width }: Unpacked,
  first: number,
  sign: number,
): void {
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    // Most counts have one byte.
    const count = width === 1 ? (bytes[first + i] as number) : bytes.readUIntBE(first + i * width, width)
    to[place] = (to[place] as number) + sign * count
  }
}
