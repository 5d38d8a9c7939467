/// <reference path="./stopword.d.ts" />
// Lists of the package `stopword` by language, without words that carry an opinion. They are loaded with the first text.
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

let loaded: Promise<StopWordLists> | undefined

export function loadStopWords(): Promise<StopWordLists> {
  loaded ??= import('stopword').then((all: Record<string, readonly string[]>) => {
    const sets = new Map<string, ReadonlySet<string>>()
    return (language) => {
      const known = sets.get(language)
      const list = all[lists[language] ?? '']
      if (known || !list) return known ?? none
      const opinions = new Set(opinionWords[language])
      const words = list.filter((word) => !opinions.has(word)).map((word) => word.toLowerCase().normalize('NFC'))
      const stopWords = new Set(words)
      sets.set(language, stopWords)
      return stopWords
    }
  })
  return loaded
}
