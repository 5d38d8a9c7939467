// The only text beyond the gallery's.
import type { Language } from '../language.ts'

const read: Record<Language, string> = {
  en: 'Read this review',
  de: 'Zu dieser Bewertung',
  fr: 'Lire cet avis',
  es: 'Leer esta opinión',
  it: 'Leggi questa recensione',
  nl: 'Lees deze beoordeling',
  pt: 'Ler esta avaliação',
  pl: 'Przeczytaj tę opinię',
  ar: 'اقرأ هذا التقييم',
  he: 'לקריאת הביקורת',
}

export const wordsOf = (language: Language) => ({ read: read[language] })
