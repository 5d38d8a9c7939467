/// <reference path="./stopword.d.ts" />
// The lists of the package `stopword`, by the language of a locale, without the words that say what a customer thinks. They are loaded
// when the first text is tokenised.
import { createHash } from 'node:crypto'
import { opinionWords } from './opinion-words.ts'

const lists: Record<string, string> = {
  af: 'afr',
  ar: 'ara',
  bg: 'bul',
  bn: 'ben',
  br: 'bre',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  gu: 'guj',
  ha: 'hau',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  la: 'lat',
  lt: 'lit',
  lv: 'lav',
  mr: 'mar',
  ms: 'msa',
  my: 'mya',
  nb: 'nob',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  so: 'som',
  st: 'sot',
  sv: 'swe',
  sw: 'swa',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  yo: 'yor',
  zh: 'zho',
  zu: 'zul',
}

export type StopWordLists = (language: string) => ReadonlySet<string>

const none: ReadonlySet<string> = new Set()

let loaded: Promise<{ lists: StopWordLists; digest: string }> | undefined

/** The lists, and a digest that changes with any of their words. */
export function loadStopWords(): Promise<{ lists: StopWordLists; digest: string }> {
  loaded ??= import('stopword').then((all: Record<string, readonly string[]>) => {
    const sets = new Map<string, ReadonlySet<string>>()
    const wordsOf = (language: string) => {
      const kept = new Set(opinionWords[language])
      return all[lists[language] ?? '']?.filter((word) => !kept.has(word))
    }
    const digest = createHash('sha256')
    for (const language of Object.keys(lists)) digest.update(JSON.stringify([language, wordsOf(language)]))
    return {
      digest: digest.digest('hex').slice(0, 16),
      lists(language) {
        const list = wordsOf(language)
        if (!list) return none
        const known = sets.get(language) ?? new Set(list.map((word) => word.toLowerCase().normalize('NFC')))
        sets.set(language, known)
        return known
      },
    }
  })
  return loaded
}
