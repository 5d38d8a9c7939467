// Five stars, filled up to a rating. They use attributes only, because a page's strict policy removes styles.
import { fiveStars, starWidth } from './star-path.ts'

type Attributes = Record<string, string | number | boolean>

export const drawStars = (rating: number, attributes: Attributes): Element =>
  svg(
    'svg',
    { ...attributes, viewBox: `0 0 ${5 * starWidth} ${starWidth}` },
    svg('path', { class: 'empty', d: fiveStars }),
    svg('svg', { width: rating * starWidth, height: starWidth }, svg('path', { class: 'full', d: fiveStars })),
  )

function svg(name: string, attributes: Attributes, ...inside: Element[]): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const key in attributes) element.setAttribute(key, attributes[key] as string)
  element.append(...inside)
  return element
}
