// Formats values in one language. Pure.
import { type DocumentLanguage, texts } from './texts.ts'
import type { DocumentTexts } from './texts-en.ts'

export type Format = {
  texts: DocumentTexts
  count(value: number): string
  percent(share: number | null): string
  yesNo(value: boolean): string
  time(instant: string): string
  duration(seconds: number | null): string
  /** The text for a code, or the code itself if the texts do not know it yet. */
  named(of: Readonly<Record<string, string>>, code: string): string
}

const none = '–'

export function formatIn(language: DocumentLanguage, timezone: string): Format {
  const own = texts[language]
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const instant = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  const unit = (name: string, value: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }).format(value)
  return {
    texts: own,
    count: (value) => number.format(value),
    percent: (value) => (value === null ? none : share.format(value)),
    yesNo: (value) => (value ? own.yes : own.no),
    time: (value) => instant.format(new Date(value)),
    duration(seconds) {
      if (seconds === null) return none
      if (seconds < 120) return unit('second', seconds)
      if (seconds < 7_200) return unit('minute', seconds / 60)
      return seconds < 172_800 ? unit('hour', seconds / 3_600) : unit('day', seconds / 86_400)
    },
    named: (of, code) => of[code] ?? code,
  }
}
