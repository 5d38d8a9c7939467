// Cuts the texts of summed days into words and keeps them, so that themes need not: until then they are cut whenever somebody asks.
import { setImmediate } from 'node:timers/promises'
import type { StoreDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { findFacts } from '../store.ts'
import { createPacker, limits, type Packer, pack, type Text, versionOf, writeDictionary } from '../words/rules.ts'
import { loadStopWords, type StopWordLists } from '../words/stop-words.ts'
import * as words from '../words/store.ts'
import { numberOf, pieceOf } from './rules.ts'
import * as store from './store.ts'

/** In one transaction, if one day alone has not more: they are held until the next of a day are read. */
const textsAtOnce = 5_000
const daysAtOnce = 64
const rowsAtOnce = 200
/** Some milliseconds of a processor, after which others have their turn. */
const charactersAtOnce = 100_000

const farAway = 'infinity'

/** By the rules and lists of this process. */
export async function loadCutting(): Promise<{ stopWords: StopWordLists; version: string }> {
  const { lists, digest } = await loadStopWords()
  return { stopWords: lists, version: versionOf(digest) }
}

/** The last days first, some of them in each transaction, and each of them once: a day may change all the time. */
export async function cutDays(db: StoreDb, scope: StoreScope, stopping: AbortSignal): Promise<void> {
  let before: string | undefined = farAway
  while (before !== undefined && !stopping.aborted) {
    const from: string = before
    before = await db.store(scope, 'write', (tx) => cutNext(tx, from))
  }
}

/** Whether themes would be quicker for it. */
export const hasUncut = async (tx: StoreReads): Promise<boolean> =>
  (await words.listUncut(tx, (await loadCutting()).version, farAway, 1)).length > 0

/**
 * Under the lock of who sums: what is committed after a text was read keeps its mark, and whoever takes that removes the day again.
 * Answers the first day that was cut; nothing when all are, or another one is at it.
 */
async function cutNext(tx: StoreTx, before: string): Promise<string | undefined> {
  const facts = await findFacts(tx)
  const coverage = await store.lockSummed(tx)
  if (!facts || coverage?.timezone !== facts.timezone) return undefined
  const { stopWords, version } = await loadCutting()
  let left = textsAtOnce
  let first: string | undefined
  for (const { day, texts } of await words.listUncut(tx, version, before, daysAtOnce)) {
    if (first !== undefined && texts > left) break
    left -= texts
    first = day
    await cutDay(tx, { day, timezone: facts.timezone, version }, createPacker(stopWords))
  }
  return first
}

async function cutDay(
  tx: StoreTx,
  { day, timezone, version }: { day: string; timezone: string; version: string },
  packer: Packer,
): Promise<void> {
  await words.removeDay(tx, day)
  let part = 0
  const keep = () => {
    const { dictionary, ...numbers } = packer.take()
    return words.insertPart(tx, {
      ...{ day, part: part++, version, texts: numbers.ratings.length },
      ...{ numbers: pack(numbers), dictionary: writeDictionary(dictionary) },
    })
  }
  for await (const text of textsOf(tx, day, timezone)) {
    packer.add(text)
    if (packer.isFull()) await keep()
  }
  if (!packer.isEmpty()) await keep()
}

/** The newest of a day, as many of them as themes read. */
async function* textsOf(tx: StoreReads, day: string, timezone: string): AsyncGenerator<Text> {
  const start = numberOf(day)
  const { begin, end } = pieceOf({ start, end: start + 1 }, timezone)
  let after: words.PlacedText | undefined
  let left: number = limits.texts
  let characters = 0
  while (left > 0) {
    const rows = await words.findTexts(tx, { begin, end }, after, Math.min(left, rowsAtOnce))
    for (const row of rows) {
      yield row
      characters += row.body.length
      if (characters < charactersAtOnce) continue
      characters = 0
      await setImmediate()
    }
    left -= rows.length
    after = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
}
