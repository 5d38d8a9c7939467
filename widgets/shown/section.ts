// The frame of a small widget: its language, direction and the look that the shop has chosen.
import { make } from '../make.ts'
import type { Config } from '../wire.ts'
import type { Spoken } from './spoken.ts'

export type Theme = Config['theme'] | undefined

export function sectionOf(
  { locale, direction }: Spoken,
  theme: Theme,
  label: string,
  ...children: Parameters<typeof make>[2][]
): HTMLElement {
  const section = make('section', { lang: locale, dir: direction, 'aria-label': label }, ...children)
  if (theme) {
    section.classList.add(theme.corners, theme.colorScheme)
    // Through the object model, which a policy on inline styles lets pass.
    if (theme.accentColor) section.style.setProperty('--chosen-accent', theme.accentColor)
    if (theme.starColor) section.style.setProperty('--chosen-star', theme.starColor)
  }
  return section
}
