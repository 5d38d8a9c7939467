// Measures the rules of signals on the corpus of README.md beside this file. `node tools/signals/measure.ts` prints the worst of
// eight held-out seeds, which docs/guides/review-signals.md quotes, and with --development the worst of the development seeds.
import {
  countMailboxes,
  countNames,
  findBusiest,
  findInsider,
  isBurst,
  least,
  type OwnAddresses,
  toMailbox,
} from '#resources/signals/rules.ts'
import { compareTexts, hashWords, leastEqualWords, leastWords, splitWords } from '#resources/signals/text-rules.ts'
import { createRandom, type Random } from './random.ts'
import { copyText, createShop, writeText } from './texts.ts'

const dayMs = 86_400_000
const store = '01a00000-0000-7000-8000-000000000000'

export const measuredKinds = [
  'near_copy',
  'near_copy, long',
  'near_copy, short',
  'burst',
  'one_network',
  'one_mailbox',
  'insider_address',
] as const
export type MeasuredKind = (typeof measuredKinds)[number]
/** `precision`: share of the reported cases that were planted. `recall`: share of the planted cases that were reported. */
export type Figures = { precision: number; recall: number }

type Case = { isPlanted: boolean; isReported: boolean }

function toFigures(cases: readonly Case[]): Figures {
  const count = (holds: (each: Case) => boolean) => cases.filter(holds).length
  const right = count(({ isPlanted, isReported }) => isPlanted && isReported)
  return {
    precision: right / count(({ isReported }) => isReported),
    recall: right / count(({ isPlanted }) => isPlanted),
  }
}

const honestReviews = 9_600
const campaigns = 60
const changedShare = 0.1
/** Share of the cases that are planted, for every kind of signal except copied texts. */
const plantedShare = 0.04

type Text = { campaign: number | undefined; isLong: boolean; mailbox: number; text: string; words: string[] }

function writeCorpus(random: Random): Text[] {
  const pickProduct = createShop(random)
  const texts: Text[] = []
  const add = (text: string, mailbox: number, campaign?: number, isLong = true) =>
    texts.push({ campaign, isLong, mailbox, text, words: splitWords(text) })
  for (let i = 0; i < honestReviews; i++) {
    const earlier = i > 0 && random.chance(0.02) ? texts[random.integer(i)] : undefined
    if (earlier) add(earlier.text, earlier.mailbox)
    else add(writeText(random, pickProduct(random)), i)
  }
  for (let campaign = 0; campaign < campaigns; campaign++) {
    const text = writeText(random, pickProduct(random), leastEqualWords)
    const count = random.integer(7) + 3
    for (let i = 0; i < count; i++)
      add(
        i === 0 ? text : copyText(random, text, changedShare),
        honestReviews + texts.length,
        campaign,
        splitWords(text).length >= leastWords,
      )
  }
  return texts
}

/** Word edit distance. */
function countChanges(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  one.forEach((word, i) => {
    const next = [i + 1]
    other.forEach((each, j) => {
      next.push(
        Math.min((row[j] as number) + (word === each ? 0 : 1), (row[j + 1] as number) + 1, (next[j] as number) + 1),
      )
    })
    row = next
  })
  return row[other.length] as number
}

type Pair = readonly [Text, Text]

/** A pair of texts counts as one case. */
function findCopies(texts: readonly Text[]): { reported: Pair[]; planted: Pair[] } {
  const byHash = new Map<string, number[]>()
  texts.forEach(({ words }, at) => {
    for (const hash of hashWords(store, words)) byHash.set(hash, [...(byHash.get(hash) ?? []), at])
  })
  const pairs = new Set<number>()
  for (const found of byHash.values())
    for (const one of found) for (const other of found) if (one < other) pairs.add(one * texts.length + other)
  const reported = [...pairs]
    .map((pair): Pair => [texts[Math.floor(pair / texts.length)] as Text, texts[pair % texts.length] as Text])
    .filter(([one, other]) => one.mailbox !== other.mailbox && compareTexts(one.words, other.words) !== undefined)
  const planted: Pair[] = []
  for (const [campaign, some] of Map.groupBy(texts, (each) => each.campaign))
    if (campaign !== undefined)
      some.forEach((one, i) => {
        for (const other of some.slice(i + 1))
          if (countChanges(one.words, other.words) <= changedShare * Math.max(one.words.length, other.words.length))
            planted.push([one, other])
      })
  return { reported, planted }
}

type Lengths = 'all' | 'long' | 'short'

/** A reported pair is long if both texts are, because only such pairs are compared by similarity. */
function measureCopies(random: Random, lengths: Lengths): Figures {
  const { reported, planted } = findCopies(writeCorpus(random))
  const isCounted = (isLong: boolean) => lengths === 'all' || isLong === (lengths === 'long')
  const counted = reported.filter(([one, other]) =>
    isCounted(one.words.length >= leastWords && other.words.length >= leastWords),
  )
  const right = counted.filter(([one, other]) => one.campaign !== undefined && one.campaign === other.campaign)
  const toKey = ([one, other]: Pair) => `${one.mailbox} ${other.mailbox}`
  const found = new Set(reported.map(toKey))
  const wanted = planted.filter(([one]) => isCounted(one.isLong))
  return {
    precision: right.length / counted.length,
    recall: wanted.filter((pair) => found.has(toKey(pair))).length / wanted.length,
  }
}

const between = (random: Random, least: number, most: number) => least + random.integer(most - least + 1)

function measureBursts(random: Random): Figures {
  return toFigures(
    Array.from({ length: 2_000 }, () => {
      const isPlanted = random.chance(plantedShare)
      const isLaunched = random.chance(0.03)
      const daily = isLaunched ? between(random, 1, 6) : 0.02 * 400 ** random.next()
      const times: number[] = []
      const wait = () => -Math.log(1 - random.next()) / daily
      for (let at = (isLaunched ? 91 : 0) + wait(); at < 100; at += wait()) times.push(at * dayMs)
      const begin = between(random, 92, 97) * dayMs
      const mailed = random.chance(0.02) ? between(random, 5, 30) : 0
      for (let i = 0; i < mailed; i++) times.push(begin + random.next() * 2 * dayMs)
      const sent = isPlanted ? between(random, 10, 30) : 0
      for (let i = 0; i < sent; i++) times.push(begin + random.next() * dayMs)
      const rows = times.sort((a, b) => a - b).map((at) => ({ at }))
      const isReported = rows.some(({ at }) => {
        if (at < 90 * dayMs) return false
        const busiest = findBusiest(near(rows, at, dayMs), at, dayMs, (some) => some.length)
        const first = busiest[0]?.at ?? 0
        const before = rows.filter((row) => row.at < first && row.at >= first - 90 * dayMs).length
        return isBurst(busiest.length, before / 90)
      })
      return { isPlanted, isReported }
    }),
  )
}

const near = <Row extends { at: number }>(rows: readonly Row[], at: number, spanMs: number) =>
  rows.filter((row) => Math.abs(row.at - at) < spanMs)

/** Number of mailboxes that review from one honest IP address in 30 days, at least one. */
function countHonestMailboxes(random: Random): number {
  const kind = random.next()
  if (kind >= 0.98) return between(random, 5, 40)
  const [people, share] = kind < 0.9 ? [between(random, 1, 5), 0.3] : [between(random, 10, 60), 0.05]
  return Math.max(1, Array.from({ length: people }, () => random.chance(share)).filter(Boolean).length)
}

function measureNetworks(random: Random): Figures {
  return toFigures(
    Array.from({ length: 5_000 }, () => {
      const isPlanted = random.chance(plantedShare)
      const days = isPlanted ? 7 : 30
      const mailboxes = isPlanted ? between(random, 3, 8) : countHonestMailboxes(random)
      const rows = Array.from({ length: mailboxes }, (_, i) => ({
        at: random.next() * days * dayMs,
        email: `person${i}@customer.example`,
      })).sort((a, b) => a.at - b.at)
      const isReported = rows.some(
        ({ at }) =>
          countMailboxes(findBusiest(near(rows, at, 7 * dayMs), at, 7 * dayMs, countMailboxes)) >= least.mailboxes,
      )
      return { isPlanted, isReported }
    }),
  )
}

const notations = (random: Random, name: string) =>
  random.pick([name, name.toUpperCase(), ` ${name} `, name.replace(/^\w/, (first) => first.toUpperCase())])

const formsOf = (person: number) => [`ann${person} berg`, `ann${person}`, `ann${person} b.`, `a${person}. berg`]

function signHonestly(random: Random): string[] {
  const share = random.next()
  const people = share < 0.95 ? 1 : share < 0.99 ? 2 : 3
  const usual = Array.from({ length: people }, () => random.integer(4))
  const names: string[] = []
  do {
    const person = random.integer(people)
    const form = random.chance(0.8) ? (usual[person] ?? 0) : random.integer(4)
    names.push(formsOf(person)[form] ?? '')
  } while (random.chance(0.4))
  return names
}

function measureMailboxes(random: Random): Figures {
  return toFigures(
    Array.from({ length: 5_000 }, (_, n) => {
      const isPlanted = random.chance(plantedShare)
      const names = isPlanted
        ? Array.from({ length: between(random, 3, 6) }, (_, i) => `name ${i}`)
        : signHonestly(random)
      const rows = names.map((name) => ({
        email: `person${n}${random.chance(0.5) ? `+${random.integer(9)}` : ''}@home.example`,
        name: notations(random, name),
      }))
      const boxes = Map.groupBy(rows, ({ email }) => toMailbox(email))
      return { isPlanted, isReported: [...boxes.values()].some((some) => countNames(some) >= least.names) }
    }),
  )
}

const own: OwnAddresses = {
  members: ['ann@acme.example', 'boss@gmail.com'],
  origins: ['https://shop.acme.example'],
  sendingDomain: 'news.acme-mail.example',
  billingEmail: 'acme@tax-adviser.example',
}

function measureInsiders(random: Random): Figures {
  return toFigures(
    Array.from({ length: 5_000 }, (_, n) => {
      const isPlanted = random.chance(plantedShare)
      const ofShop = ['acme.example', 'mail.acme.example', 'acme-mail.example']
      const others = ['gmail.com', 'gmx.de', 'customer.example', 'acme.test', `home${n}.example`]
      const known = isPlanted ? random.chance(0.5) : random.chance(1 / 500)
      const domains = !known ? others : isPlanted ? ofShop : ['tax-adviser.example']
      return { isPlanted, isReported: findInsider(`person${n}@${random.pick(domains)}`, own) !== undefined }
    }),
  )
}

const measures: Record<MeasuredKind, (random: Random) => Figures> = {
  near_copy: (random) => measureCopies(random, 'all'),
  'near_copy, long': (random) => measureCopies(random, 'long'),
  'near_copy, short': (random) => measureCopies(random, 'short'),
  burst: measureBursts,
  one_network: measureNetworks,
  one_mailbox: measureMailboxes,
  insider_address: measureInsiders,
}

export const developmentSeeds = [1, 2, 3, 4]

/** Digits of π, so nobody chose them. */
export const heldOutSeeds = [
  31_415_926, 53_589_793, 23_846_264, 33_832_795, 2_884_197, 16_939_937, 51_058_209, 74_944_592,
]

export const measure = (kind: MeasuredKind, seed: number): Figures => measures[kind](createRandom(seed))

/** The lowest precision and the lowest recall of the seeds, rounded down to two decimals. */
export function findWorst(all: readonly Figures[]): Figures {
  const lowest = (values: readonly number[]) => Math.floor(Math.min(...values) * 100) / 100
  return {
    precision: lowest(all.map(({ precision }) => precision)),
    recall: lowest(all.map(({ recall }) => recall)),
  }
}

if (import.meta.main)
  for (const kind of measuredKinds) {
    const seeds = process.argv[2] === '--development' ? developmentSeeds : heldOutSeeds
    const { precision, recall } = findWorst(seeds.map((seed) => measure(kind, seed)))
    process.stdout.write(`${kind} | ${precision.toFixed(2)} | ${recall.toFixed(2)}\n`)
  }
