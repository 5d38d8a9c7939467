import type { StreamTx } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { loadCutting } from '../sums/cut-days.ts'
import { type Days, daysOf, numberOf, pieceOf } from '../sums/rules.ts'
import { readParts } from '../words/read-parts.ts'
import { createPacker, wordsAt } from '../words/rules.ts'
import { findDictionaries, listDays, type PartKey, streamTexts } from '../words/store.ts'
import { createThemes, firstOf, readingOf } from './rules.ts'
import type { Theme } from './schema.ts'
import type { Origin } from './term-counts.ts'

const dictionariesAtOnce = 8

export type Counted = { reviews: number; themes: Theme[] }

/** From the newest text to the oldest, or to the last that is read: as they were cut, and where a day is not, or has changed, now. */
export async function countThemes(tx: StreamTx, span: Span, words: 1 | 2, minReviews: number): Promise<Counted> {
  const { stopWords, version } = await loadCutting()
  const days = daysOf(span)
  const kept = await readKept(tx, span.timezone, days)
  const written = await listDays(tx, version, span.from, span.to)
  const { cut, gaps } = readingOf(days, kept, new Map(written.map((each) => [numberOf(each.day), each])))
  const themes = createThemes(words)
  const dictionaries: (readonly string[] | PartKey)[] = []

  const countNow = async (gap: Days) => {
    const packer = createPacker(stopWords)
    const count = () => {
      const { dictionary, ...numbers } = packer.take()
      dictionaries.push(dictionary)
      themes.add(numbers)
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

  for await (const { day, part, numbers } of readParts(tx, cut)) {
    await countGapsAfter(numberOf(day))
    if (themes.left() === 0) break
    dictionaries.push({ day, part })
    themes.add(numbers)
  }
  await countGapsAfter(Number.NEGATIVE_INFINITY)

  const found = themes.list(minReviews)
  const origins = new Map<number, Origin>()
  for (const number of found.flatMap((each) => each.words)) {
    const origin = themes.originOf(number)
    if (origin) origins.set(number, origin)
  }
  const wordAt = await readWords(tx, [...origins.values()], dictionaries)
  const wordOf = (number: number) => {
    const origin = origins.get(number)
    return origin ? wordAt(origin) : ''
  }
  return { reviews: themes.reviews(), themes: firstOf(found, wordOf) }
}

/** Of parts that are kept the dictionaries are read for what is shown alone, and most of it is in the first. */
async function readWords(
  tx: StreamTx,
  shown: readonly Origin[],
  dictionaries: (readonly string[] | PartKey)[],
): Promise<(origin: Origin) => string> {
  const known = new Map<number, ReadonlyMap<number, string>>()
  const toRead: (PartKey & { index: number; places: number[] })[] = []
  for (const [index, ofPart] of Map.groupBy(shown, ({ part }) => part)) {
    const places = ofPart.map(({ place }) => place)
    const dictionary = dictionaries[index] ?? []
    if ('day' in dictionary) toRead.push({ ...dictionary, index, places })
    else known.set(index, new Map(places.map((place) => [place, dictionary[place] ?? ''])))
  }
  for (let i = 0; i < toRead.length; i += dictionariesAtOnce) {
    const some = toRead.slice(i, i + dictionariesAtOnce)
    for (const { day, part, dictionary } of await findDictionaries(tx, some)) {
      const read = some.find((each) => each.day === day && each.part === part)
      if (read) known.set(read.index, wordsAt(dictionary, read.places))
    }
  }
  return ({ part, place }) => known.get(part)?.get(place) ?? ''
}
