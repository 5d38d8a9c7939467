// Marks a draft in the page. Only visitors with the preview link fetch it.
import type { Language } from '../language.ts'

const texts: Record<Language, string> = {
  en: 'Preview: only you see this',
  de: 'Vorschau: nur Sie sehen das',
  fr: 'Aperçu : vous seul le voyez',
  es: 'Vista previa: solo tú la ves',
  it: 'Anteprima: la vedi solo tu',
  nl: 'Voorbeeld: alleen jij ziet dit',
  pt: 'Pré-visualização: só você vê isto',
  pl: 'Podgląd: widzisz go tylko Ty',
  ar: 'معاينة: لا يراها سواك',
  he: 'תצוגה מקדימה: רק לך היא גלויה',
}

export function noteOf(language: Language): HTMLElement {
  const note = document.createElement('p')
  note.lang = language
  note.dir = 'auto'
  note.textContent = texts[language]
  // Set through the CSSOM, which a strict style policy allows.
  Object.assign(note.style, {
    margin: '0',
    padding: '.25em .75em',
    background: '#5b21b6',
    color: '#fff',
    font: '600 .875rem/1.5 sans-serif',
  })
  return note
}
