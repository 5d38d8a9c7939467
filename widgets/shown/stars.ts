import { fill } from '../language.ts'
import { fiveStars, starWidth } from '../stars/star-path.ts'
import type { Wording } from './spoken.ts'

export function starsOf(rating: number, shown: string, { texts }: Wording): Element {
  const path = (name: string) => svg('path', { class: name, d: fiveStars })
  const filled = svg('svg', { width: rating * starWidth, height: starWidth })
  filled.append(path('full'))
  const drawing = svg('svg', {
    class: 'stars',
    viewBox: `0 0 ${5 * starWidth} ${starWidth}`,
    role: 'img',
    'aria-label': fill(texts.starsOf, { n: shown }),
  })
  drawing.append(path('empty'), filled)
  return drawing
}

function svg(name: string, attributes: Record<string, string | number>): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const key in attributes) element.setAttribute(key, String(attributes[key]))
  return element
}
