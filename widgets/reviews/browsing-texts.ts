// All languages in one file, which is smaller than a file of each.
import type { Language } from '../language.ts'

type Words = {
  mostHelpful: string
  helpful: string
  /** `{n}`. Worded so that no plural form is needed. */
  helpfulTo: string
  search: string
  /** `{n}` */
  ofFive: string
  /** `{n}` */
  answers: string
}

export const words: Record<Language, Words> = {
  en: {
    mostHelpful: 'Most helpful',
    helpful: 'Helpful',
    helpfulTo: 'Helpful. Votes: {n}',
    search: 'Search reviews',
    ofFive: '{n} out of 5',
    answers: 'Answers: {n}',
  },
  de: {
    mostHelpful: 'Hilfreichste',
    helpful: 'Hilfreich',
    helpfulTo: 'Hilfreich. Stimmen: {n}',
    search: 'Bewertungen durchsuchen',
    ofFive: '{n} von 5',
    answers: 'Antworten: {n}',
  },
  fr: {
    mostHelpful: 'Les plus utiles',
    helpful: 'Utile',
    helpfulTo: 'Utile. Votes : {n}',
    search: 'Chercher dans les avis',
    ofFive: '{n} sur 5',
    answers: 'Réponses : {n}',
  },
  es: {
    mostHelpful: 'Más útiles',
    helpful: 'Útil',
    helpfulTo: 'Útil. Votos: {n}',
    search: 'Buscar en las opiniones',
    ofFive: '{n} de 5',
    answers: 'Respuestas: {n}',
  },
  it: {
    mostHelpful: 'Più utili',
    helpful: 'Utile',
    helpfulTo: 'Utile. Voti: {n}',
    search: 'Cerca nelle recensioni',
    ofFive: '{n} su 5',
    answers: 'Risposte: {n}',
  },
  nl: {
    mostHelpful: 'Nuttigste',
    helpful: 'Nuttig',
    helpfulTo: 'Nuttig. Stemmen: {n}',
    search: 'Zoeken in beoordelingen',
    ofFive: '{n} van 5',
    answers: 'Antwoorden: {n}',
  },
  pt: {
    mostHelpful: 'Mais úteis',
    helpful: 'Útil',
    helpfulTo: 'Útil. Votos: {n}',
    search: 'Procurar nas avaliações',
    ofFive: '{n} de 5',
    answers: 'Respostas: {n}',
  },
  pl: {
    mostHelpful: 'Najbardziej pomocne',
    helpful: 'Pomocna',
    helpfulTo: 'Pomocna. Głosy: {n}',
    search: 'Szukaj w opiniach',
    ofFive: '{n} na 5',
    answers: 'Odpowiedzi: {n}',
  },
  ar: {
    mostHelpful: 'الأكثر فائدة',
    helpful: 'مفيد',
    helpfulTo: 'مفيد. الأصوات: {n}',
    search: 'البحث في التقييمات',
    ofFive: '{n} من 5',
    answers: 'الإجابات: {n}',
  },
  he: {
    mostHelpful: 'המועילות ביותר',
    helpful: 'מועיל',
    helpfulTo: 'מועיל. קולות: {n}',
    search: 'חיפוש בביקורות',
    ofFive: '{n} מתוך 5',
    answers: 'תשובות: {n}',
  },
}
