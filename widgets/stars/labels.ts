// Screen-reader texts of the stars, where no other texts are loaded. Worded so that no plural forms are needed.
import { decimal, fill, type Language, languageOf } from '../language.ts'

const labels: Record<Language, string> = {
  en: '{average} out of 5 stars. Reviews: {count}',
  de: '{average} von 5 Sternen. Bewertungen: {count}',
  fr: '{average} étoiles sur 5. Avis : {count}',
  es: '{average} de 5 estrellas. Opiniones: {count}',
  it: '{average} stelle su 5. Recensioni: {count}',
  nl: '{average} van 5 sterren. Beoordelingen: {count}',
  pt: '{average} de 5 estrelas. Avaliações: {count}',
  pl: 'Ocena {average} na 5. Opinie: {count}',
  ar: '{average} من 5 نجوم. التقييمات: {count}',
  he: '{average} מתוך 5 כוכבים. ביקורות: {count}',
}

export const labelOf = (locale: string, average: number, count: number): string =>
  fill(labels[languageOf(locale)], { average: decimal(locale, average), count: count.toLocaleString(locale) })
