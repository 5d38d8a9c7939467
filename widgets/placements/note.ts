// Marks a draft in the page. Only visitors with the preview link load this code.
import texts from 'virtual:texts/preview'
import type { Language } from '../language.ts'

const notes: Partial<Record<string, { note: string }>> = texts

export function renderNote(language: Language): HTMLElement {
  const note = document.createElement('p')
  note.lang = language
  note.dir = 'auto'
  note.textContent = notes[language]?.note ?? ''
  // Styles are set through the CSSOM, which a strict style policy allows.
  Object.assign(note.style, {
    margin: '0',
    padding: '.25em .75em',
    background: '#5b21b6',
    color: '#fff',
    font: '600 .875rem/1.5 sans-serif',
  })
  return note
}
