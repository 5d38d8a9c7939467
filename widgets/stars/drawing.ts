// Five stars, filled up to a rating. They use attributes only, because a page's strict policy removes styles.
import { fiveStars, starWidth } from './star-path.ts'

type Attributes = Record<string, string | number | boolean>

/** `make` creates an element, in the document or for Preact. */
export const starsBy =
  <Made>(make: (name: string, attributes: Attributes, ...inside: Made[]) => Made) =>
  (rating: number, attributes: Attributes): Made =>
    make(
      'svg',
      { ...attributes, viewBox: `0 0 ${5 * starWidth} ${starWidth}` },
      make('path', { class: 'empty', d: fiveStars }),
      make('svg', { width: rating * starWidth, height: starWidth }, make('path', { class: 'full', d: fiveStars })),
    )

export const drawStars = starsBy(svg)

function svg(name: string, attributes: Attributes, ...inside: Element[]): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const key in attributes) element.setAttribute(key, attributes[key] as string)
  element.append(...inside)
  return element
}
