// Holds the words that are kept against the texts they were cut from.
import type { StreamTx } from '#platform/db/db.ts'
import { dayOf } from '../rules.ts'
import { loadCutting } from '../sums/cut-days.ts'
import { cut, type Days, type Kept, numberOf } from '../sums/rules.ts'
import { limits, readDictionary, type Telling, tellingIn, tellingOf, unpack } from '../words/rules.ts'
import * as words from '../words/store.ts'
import type { Difference } from './rules.ts'

/**
 * One text after the other, cut as plainly as it can be said. A day differs by the texts that it does not have as they are; which words
 * they are is for nobody's log.
 */
export async function recountWords(tx: StreamTx, timezone: string, kept: Kept): Promise<Difference[]> {
  const { stopWords, version } = await loadCutting()
  const held = new Map<string, words.PartKey[]>()
  for (const part of await words.listParts(tx, version))
    if (isSummed(numberOf(part.day), kept)) held.set(part.day, [...(held.get(part.day) ?? []), part])
  const differences: Difference[] = []
  let day: string | undefined
  let reading: AsyncGenerator<Telling> | undefined
  let [texts, alike, read] = [0, 0, 0]

  const close = async () => {
    if (reading) {
      while (!(await reading.next()).done) read++
      if (texts !== read)
        differences.push({ date: day as string, days: 1, field: 'texts', reported: read, recounted: texts })
      else if (texts !== alike)
        differences.push({
          date: day as string,
          days: 1,
          field: 'texts with these words',
          reported: texts,
          recounted: alike,
        })
    }
    held.delete(day as string)
    reading = undefined
  }
  for await (const batch of words.streamAllTexts(tx))
    for (const text of batch) {
      const at = dayOf(new Date(text.submittedAt), timezone)
      if (at !== day) {
        await close()
        day = at
        ;[texts, alike, read] = [0, 0, 0]
        const parts = held.get(at)
        if (parts) reading = readParts(tx, parts)
      }
      if (!reading || texts === limits.texts) continue
      texts++
      const { value, done } = await reading.next()
      if (done) continue
      read++
      if (JSON.stringify(value) === JSON.stringify(tellingOf(text, stopWords))) alike++
    }
  await close()
  for (const [date] of held) differences.push({ date, days: 1, field: 'texts of no review', reported: 1, recounted: 0 })
  return differences
}

async function* readParts(tx: StreamTx, parts: readonly words.PartKey[]): AsyncGenerator<Telling> {
  for (const part of parts) {
    const row = await words.findPart(tx, part)
    if (row) yield* tellingIn(unpack(row.numbers), readDictionary(row.dictionary))
  }
}

const isSummed = (day: number, kept: Kept): boolean => {
  const days: Days = { start: day, end: day + 1 }
  return cut(days, kept).sums.length > 0
}
