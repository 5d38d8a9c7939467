import type { StreamTx } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { loadCutting } from '../sums/cut-days.ts'
import { type Days, daysOf, numberOf, pieceOf } from '../sums/rules.ts'
import { createPacker, readDictionary, unpack } from '../words/rules.ts'
import { findDictionaries, listDays, type PartKey, streamParts, streamTexts } from '../words/store.ts'
import { createThemes, firstOf, readingOf } from './rules.ts'
import type { Theme } from './schema.ts'

/** So many steps for the days that are cut: the next is on its way while one is counted. */
const steps = 16
const dictionariesAtOnce = 4

export type Counted = { reviews: number; themes: Theme[] }

/** From the newest text to the oldest, or to the last that is read: as they were cut, and where a day is not, or has changed, now. */
export async function countThemes(tx: StreamTx, span: Span, words: 1 | 2, minReviews: number): Promise<Counted> {
  const { stopWords, version } = await loadCutting()
  const days = daysOf(span)
  const kept = await readKept(tx, span.timezone, days)
  const written = await listDays(tx, version, span.from, span.to)
  const { cut, gaps } = readingOf(days, kept, new Map(written.map((each) => [numberOf(each.day), each])))
  const themes = createThemes(words)
  const names = createNames()

  const countNow = async (gap: Days) => {
    const packer = createPacker(stopWords)
    const count = () => {
      const part = packer.take()
      names.addWords(themes.add(part), part.dictionary)
    }
    for await (const texts of streamTexts(tx, pieceOf(gap, span.timezone), themes.left()))
      for (const text of texts) {
        packer.add(text)
        if (packer.isFull()) count()
      }
    count()
  }
  const countGapsAfter = async (day: number) => {
    while (gaps[0] && gaps[0].start > day && themes.left() > 0) await countNow(gaps.shift() as Days)
  }

  if (cut.length > 0)
    for await (const parts of streamParts(tx, cut, Math.ceil(cut.length / steps) + 1)) {
      for (const { day, part, numbers } of parts) {
        await countGapsAfter(numberOf(day))
        if (themes.left() > 0) names.addPart(themes.add(unpack(numbers)), { day, part })
      }
      if (themes.left() === 0) break
    }
  await countGapsAfter(Number.NEGATIVE_INFINITY)

  const found = themes.list(minReviews)
  await names.find(
    tx,
    found.flatMap((each) => each.words),
  )
  return { reviews: themes.reviews(), themes: firstOf(found, names.wordOf) }
}

type Added = ReturnType<ReturnType<typeof createThemes>['add']>

/** What the numbers mean. Of parts that are kept the dictionaries are read for what is shown alone, and most of it is in the first. */
function createNames() {
  const words = new Map<number, string>()
  const parts: (PartKey & { firstNew: number; numbers: Int32Array })[] = []
  return {
    addWords({ numbers, firstNew }: Added, dictionary: readonly string[]): void {
      for (const [place, number] of numbers.entries())
        if (number >= firstNew) words.set(number, dictionary[place] as string)
    },
    addPart({ numbers, firstNew }: Added, part: PartKey): void {
      parts.push({ ...part, firstNew, numbers })
    },
    async find(tx: StreamTx, shown: readonly number[]): Promise<void> {
      const sought = [...new Set(shown)].filter((number) => !words.has(number)).sort((a, b) => a - b)
      // New words are in the last part that begins with one that is not newer.
      const needed = parts.filter(({ firstNew }, i) => {
        const before = parts[i + 1]?.firstNew ?? Number.POSITIVE_INFINITY
        return sought.some((number) => number >= firstNew && number < before)
      })
      for (let i = 0; i < needed.length; i += dictionariesAtOnce) {
        const some = needed.slice(i, i + dictionariesAtOnce)
        for (const { day, part, dictionary } of await findDictionaries(tx, some)) {
          const of = some.find((each) => each.day === day && each.part === part)
          if (of) this.addWords(of, readDictionary(dictionary))
        }
      }
    },
    wordOf: (number: number): string => words.get(number) ?? '',
  }
}
