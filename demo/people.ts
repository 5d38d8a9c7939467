// Invented people with addresses in domains reserved for examples, so no demo mail can reach a stranger.

import listed from './nations.json' with { type: 'json' }
import { at, type Random } from './random.ts'

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar'

export type Person = {
  given: string
  family: string
  name: string
  email: string
  language: Language
  locale: string
  country: string
}

type Nation = { locale: string; country: string; weight: number; given: string; family: string }

// Names in the person's own script. For scripts other than Latin, `native/latin` adds the form for the email address.
const nations: Nation[] = listed

const mailHosts = [
  'example.com',
  'example.org',
  'example.net',
  'mail.example',
  'post.example',
  'inbox.example',
  'web.example',
]

export function people(random: Random, count: number): Person[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => person(random.branch(index), taken))
}

function person(random: Random, taken: Set<string>): Person {
  const nation = random.chosen(
    nations,
    ({ weight }) => weight,
    ({ locale }) => locale,
  )
  const [given, givenLatin] = split(random.pick(words(nation.given)))
  const [family, familyLatin] = split(random.pick(words(nation.family)))
  const language = nation.locale.slice(0, 2) as Language
  const name = language === 'ja' ? `${family} ${given}` : `${given} ${family}`
  const email = address(random, latin(givenLatin), latin(familyLatin), taken)
  return { given, family, name, email, language, locale: nation.locale, country: nation.country }
}

// Commas separate the names if a name contains a space.
const words = (list: string) => (list.includes(',') ? list.split(', ') : list.split(' '))

function split(entry: string): [native: string, latin: string] {
  const [native = entry, latinForm = native] = entry.split('/')
  return [native, latinForm]
}

const undecomposed: Record<string, string> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', đ: 'd', æ: 'ae' }

const latin = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[øłıßđæ]/g, (letter) => undecomposed[letter] ?? letter)
    .replace(/[^a-z]/g, '')

function address(random: Random, given: string, family: string, taken: Set<string>): string {
  const shapes = [
    `${given}.${family}`,
    `${given}${family}`,
    `${at([...given], 0)}.${family}`,
    `${family}.${given}`,
    given,
  ]
  for (;;) {
    const number = random.chance(0.35) ? String(random.whole(2, 99)) : ''
    const email = `${random.pick(shapes)}${number}@${random.pick(mailHosts)}`
    if (!taken.has(email)) {
      taken.add(email)
      return email
    }
  }
}
