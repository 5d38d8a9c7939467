import { type Theme, themed } from '../base/parts.ts'
import { make } from '../make.ts'
import type { Wording } from './spoken.ts'

export function renderSection(
  { locale, direction }: Wording,
  theme: Theme,
  label: string,
  ...children: Parameters<typeof make>[2][]
): HTMLElement {
  return themed(make('section', { lang: locale, dir: direction, 'aria-label': label }, ...children), theme)
}
