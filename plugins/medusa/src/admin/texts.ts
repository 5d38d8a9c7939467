import { useTranslation } from 'react-i18next'

const en = {
  connect: 'Connect',
  again: 'Connect again',
  disconnect: 'Disconnect',
  change: 'Change the store',
  cancel: 'Cancel',
  open: 'Open Evident',
  reviews: 'Reviews',
  stars: (rating: string) => `${rating} out of 5 stars`,
  counted: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
  none: 'No reviews yet.',
  answer: 'Answer',
  save: 'Save the answer',
  request: 'Review request',
}

const de: typeof en = {
  connect: 'Verbinden',
  again: 'Neu verbinden',
  disconnect: 'Trennen',
  change: 'Store wechseln',
  cancel: 'Abbrechen',
  open: 'Evident öffnen',
  reviews: 'Bewertungen',
  stars: (rating) => `${rating.replace('.', ',')} von 5 Sternen`,
  counted: (count) => (count === 1 ? '1 Bewertung' : `${count} Bewertungen`),
  none: 'Noch keine Bewertungen.',
  answer: 'Antworten',
  save: 'Antwort speichern',
  request: 'Bewertungsanfrage',
}

export function useTexts() {
  // The language that the person has chosen for Medusa's admin.
  const { language } = useTranslation().i18n
  return { language, t: language.startsWith('de') ? de : en }
}
