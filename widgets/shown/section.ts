// Frame of a small widget: language, direction and the shop's theme.
import { make } from '../make.ts'
import type { Config } from '../wire.ts'
import type { Wording } from './spoken.ts'

export type Theme = Config['theme'] | undefined

export function sectionOf(
  { locale, direction }: Wording,
  theme: Theme,
  label: string,
  ...children: Parameters<typeof make>[2][]
): HTMLElement {
  const section = make('section', { lang: locale, dir: direction, 'aria-label': label }, ...children)
  if (theme) {
    section.classList.add(theme.corners, theme.colorScheme)
    // Set through the CSSOM, which a strict style policy allows.
    if (theme.accentColor) section.style.setProperty('--chosen-accent', theme.accentColor)
    if (theme.starColor) section.style.setProperty('--chosen-star', theme.starColor)
  }
  return section
}
