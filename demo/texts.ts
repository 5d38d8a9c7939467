// Each product has its own shuffled lists of sentences, so its reviews hardly repeat each other.

import type { Subject } from './goods.ts'
import type { Language } from './people.ts'
import { findKind, type Mood, type Phrasebook, type Stock } from './phrasebook.ts'
import { at, type Random } from './random.ts'
import ar from './texts/ar.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }

const books: Record<Language, Phrasebook> = { en, de, fr, es, ja, ar }

export type Words = { title: string | null; body: string }
export type About = { language: Language; subject: Subject; productId: string; rating: number }

/**
 * Returns a writer that never repeats a body. `random` shuffles the decks of sentences. Each review draws from a
 * stream of its own.
 */
export function writer(decks: Random) {
  const written = new Set<string>()
  const deal = dealer(decks)
  return {
    review(random: Random, about: About): Words {
      const book = books[about.language]
      const mood = chooseMood(about.rating)
      const dealt: Deal = (name, cards) => deal(`${about.productId}/${about.language}/${name}`, cards)
      const title = random.chance(0.72) ? finish(random, book, dealt(`title/${mood}`, book.titles[mood])) : null
      for (let extra = 0; ; extra++) {
        const body = voiced(random, about, compose(random, dealt, book, about, mood, extra))
        if (written.has(body)) continue
        written.add(body)
        return { title, body }
      }
    },
    reply: ({ language, rating, productId }: About, given: string): string => {
      const { replies } = books[language]
      const kind = rating >= 4 ? 'thanks' : rating === 3 ? 'noted' : 'sorry'
      return deal(`${productId}/${language}/reply/${kind}`, replies[kind]).replace('{given}', given)
    },
  }
}

const chooseMood = (rating: number): Mood =>
  rating >= 5 ? 'delighted' : rating === 4 ? 'content' : rating === 3 ? 'torn' : 'upset'

type Deal = (deck: string, cards: readonly string[]) => string

function dealer(decks: Random): Deal {
  const dealt = new Map<string, number>()
  return (name, cards) => {
    const before = dealt.get(name) ?? 0
    dealt.set(name, before + 1)
    const round = Math.floor(before / cards.length)
    return at(decks.branch(`${name}/${round}`).shuffled(cards), before % cards.length)
  }
}

/** Returns the sentences of one review. `extra` makes the review longer if the short form was used already. */
function compose(random: Random, deal: Deal, book: Phrasebook, about: About, mood: Mood, extra: number): string[] {
  const say = (name: string, cards: readonly string[]) => finish(random, book, deal(name, cards))
  const specific = (name: string, stock: Stock) => {
    const cards = [...(stock[about.subject] ?? []), ...(stock[findKind(about.subject)] ?? [])]
    return cards.length > 0 ? say(`${name} of it`, cards) : say(name, stock.any)
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

function finish(random: Random, book: Phrasebook, sentence: string): string {
  return sentence
    .replace(/\[([^\]]*)\]/g, (_, choices: string) => random.pick(choices.split('|')))
    .replace(/\{(\w+)\}/g, (_, slot: string) => random.pick(book.slots[slot] ?? ['']))
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,])/g, '$1')
}

const smiles = ['🙂', '👍', '❤️', '🔥', '😍', '🏕️', '☕', '🙌', '😊']

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
