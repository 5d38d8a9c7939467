import { make } from '../make.ts'
import type { Config } from '../wire.ts'

export type Theme = Config['theme'] | undefined

export function themed(section: HTMLElement, theme: Theme): HTMLElement {
  if (!theme) return section
  section.classList.add(theme.corners, theme.colorScheme)
  // The theme is set through the CSSOM, which a strict style policy allows.
  if (theme.accentColor) section.style.setProperty('--chosen-accent', theme.accentColor)
  if (theme.starColor) section.style.setProperty('--chosen-star', theme.starColor)
  return section
}

export const button = (text: string, onclick: () => void) =>
  make('button', { type: 'button', class: 'button', onclick }, text)

export const message = (text: string, more?: HTMLElement | false) =>
  make('div', { class: 'message', role: 'status' }, make('p', {}, text), more)

export const loading = (text: string) => make('p', { role: 'status', class: 'unseen' }, text)

export function markCut(place: HTMLElement, more: HTMLElement | false): void {
  place.querySelector('.cut')?.remove()
  if (more) place.firstElementChild?.append(make('div', { class: 'cut' }, more))
}
