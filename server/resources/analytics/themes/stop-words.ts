/// <reference path="./stopword.d.ts" />
// The lists of the package `stopword`, by the language of a locale. They are loaded when somebody asks for themes.

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

export async function loadStopWords(): Promise<StopWordLists> {
  const all: Record<string, readonly string[]> = await import('stopword')
  const sets = new Map<string, ReadonlySet<string>>()
  return (language) => {
    const list = all[lists[language] ?? '']
    if (!list) return none
    const known = sets.get(language) ?? new Set(list.map((word) => word.toLowerCase().normalize('NFC')))
    sets.set(language, known)
    return known
  }
}
