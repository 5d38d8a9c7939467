// A model of `app.append_to_ledger`, in JavaScript.
import { canonicalJson, type Json } from './canonical-json.ts'
import { hashLeaf, type NewEntry } from './rules.ts'

export type ChainEnd = { size: number; leaf: Buffer | null; at: string | null }
export type ChainedEntry = { seq: number; at: string; text: string; leaf: Buffer }

const zeros = '0'.repeat(64)

export function chain(
  store: string,
  end: ChainEnd,
  now: string,
  entries: readonly NewEntry[],
): { chained: ChainedEntry[]; end: ChainEnd } {
  const at = end.at !== null && end.at > now ? end.at : now
  let { size, leaf } = end
  const chained = entries.map(({ type, review, by, data }): ChainedEntry => {
    const { role, via } = by
    const entry = {
      ...{ at, by: { role, via }, data, prev: leaf?.toString('hex') ?? zeros },
      ...{ review, seq: size, store, type, v: 1 },
    }
    const text = canonicalJson(entry as Json)
    leaf = hashLeaf(text)
    return { seq: size++, at, text, leaf }
  })
  return { chained, end: { size, leaf, at: chained.length > 0 ? at : end.at } }
}
