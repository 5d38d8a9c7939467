// Writes the words of a review as a buyer of that thing, in that mood and language, might have written them. Sentences
// are dealt from shuffled decks, so that the reviews of one product hardly repeat each other.

import type { Subject } from './goods.ts'
import type { Language } from './people.ts'
import { at, type Random } from './random.ts'
import { arabic } from './texts/arabic.ts'
import { english } from './texts/english.ts'
import { french } from './texts/french.ts'
import { german } from './texts/german.ts'
import { japanese } from './texts/japanese.ts'
import { kindOf, type Mood, type Phrasebook, type Stock } from './texts/phrasebook.ts'
import { spanish } from './texts/spanish.ts'

const books: Record<Language, Phrasebook> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
  ar: arabic,
}

export type Words = { title: string | null; body: string }
export type About = { language: Language; subject: Subject; productId: string; rating: number }

/** A writer that never writes the same body twice. */
export function writer(random: Random) {
  const written = new Set<string>()
  const deal = dealer(random)
  return {
    review(about: About): Words {
      const book = books[about.language]
      const mood = moodOf(about.rating)
      const title = random.chance(0.72)
        ? finish(random, book, deal(`${about.language}/${about.productId}/title/${mood}`, book.titles[mood]))
        : null
      for (let extra = 0; ; extra++) {
        const body = voiced(random, about, compose(random, deal, book, about, mood, extra))
        if (written.has(body)) continue
        written.add(body)
        return { title, body }
      }
    },
    reply: (language: Language, rating: number, given: string): string => {
      const { replies } = books[language]
      const kind = rating >= 4 ? 'thanks' : rating === 3 ? 'noted' : 'sorry'
      return deal(`reply/${language}/${kind}`, replies[kind]).replace('{given}', given)
    },
  }
}

const moodOf = (rating: number): Mood =>
  rating >= 5 ? 'delighted' : rating === 4 ? 'content' : rating === 3 ? 'torn' : 'upset'

type Deal = (deck: string, cards: readonly string[]) => string

/** Deals from a shuffled deck, and shuffles anew only when it is used up. */
function dealer(random: Random): Deal {
  const decks = new Map<string, string[]>()
  return (name, cards) => {
    const deck = decks.get(name)
    const left = deck && deck.length > 0 ? deck : random.shuffled(cards)
    decks.set(name, left)
    return left.pop() ?? at(cards, 0)
  }
}

/** The sentences of one review. `extra` makes it longer, for when the short form has been said already. */
function compose(random: Random, deal: Deal, book: Phrasebook, about: About, mood: Mood, extra: number): string[] {
  const language = about.language
  const say = (name: string, cards: readonly string[]) => finish(random, book, deal(`${language}/${name}`, cards))
  // The sort of thing is talked about per product, everything else across the shop.
  const specific = (name: string, stock: Stock) => {
    const cards = [...(stock[about.subject] ?? []), ...(stock[kindOf(about.subject)] ?? [])]
    return cards.length > 0 ? say(`${about.productId}/${name}`, cards) : say(name, stock.any)
  }
  const opening = () => say(`opening/${mood}`, book.openings[mood])
  const ending = () => say(`ending/${mood}`, book.endings[mood])
  const praise = () => specific('praise', book.praise)
  const complaint = () => specific('complaint', book.complaints)
  const quibble = () => (random.chance(0.65) ? specific('quibble', book.quibbles) : say('quibble', book.quibbles.any))
  const more = Array.from({ length: extra }, () => say('praise', book.praise.any))
  const length = random.next()
  if (mood === 'delighted') {
    if (length < 0.3) return [praise(), ...more]
    if (length < 0.5) return [praise(), ending(), ...more]
    if (length < 0.8) return [opening(), praise(), ...more, ...(random.chance(0.5) ? [ending()] : [])]
    return [opening(), praise(), praise(), say('praise', book.praise.any), ...more, ending()]
  }
  if (mood === 'content') {
    if (length < 0.3) return [praise(), quibble(), ...more]
    if (length < 0.75) return [opening(), praise(), quibble(), ...more]
    return [opening(), praise(), say('praise', book.praise.any), ...more, quibble(), ending()]
  }
  if (mood === 'torn') {
    const doubt = random.chance(0.5) ? complaint() : quibble()
    return length < 0.3 ? [praise(), doubt, ...more] : [opening(), praise(), doubt, ...more, ending()]
  }
  if (length < 0.3) return [complaint(), ...more.map(complaint)]
  if (length < 0.7) return [opening(), complaint(), ...more.map(complaint), ending()]
  return [opening(), complaint(), say('complaint', book.complaints.any), ...more.map(complaint), ending()]
}

/** A sentence with its choices made and its slots filled. */
function finish(random: Random, book: Phrasebook, sentence: string): string {
  return sentence
    .replace(/\[([^\]]*)\]/g, (_, choices: string) => random.pick(choices.split('|')))
    .replace(/\{(\w+)\}/g, (_, slot: string) => random.pick(book.slots[slot] ?? ['']))
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,])/g, '$1')
}

const smiles = ['🙂', '👍', '❤️', '🔥', '😍', '🏕️', '☕', '🙌', '😊']

/** People do not all write alike: some in small letters, some without a full stop, some with a smile. */
function voiced(random: Random, about: About, sentences: string[]): string {
  const { space } = books[about.language]
  const isLong = sentences.length >= 4 && space !== '' && random.chance(0.35)
  const half = Math.ceil(sentences.length / 2)
  let body = isLong
    ? `${sentences.slice(0, half).join(space)}\n\n${sentences.slice(half).join(space)}`
    : sentences.join(space)
  if (about.language === 'en' && random.chance(0.06)) body = body.toLowerCase().replace(/\bi'/g, "i'")
  if (about.rating === 5 && random.chance(0.12)) body = body.replace(/\.$/, '!')
  else if (random.chance(0.12)) body = body.replace(/[.。]$/, '')
  if (about.rating >= 4 && random.chance(0.09)) body = `${body} ${random.pick(smiles)}`
  return body
}
