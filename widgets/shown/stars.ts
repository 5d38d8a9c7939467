import { fill } from '../language.ts'
import { drawStars } from '../stars/drawing.ts'
import type { Wording } from './spoken.ts'

export const renderStars = (rating: number, shown: string, { texts }: Wording): Element =>
  drawStars(rating, { class: 'stars', role: 'img', 'aria-label': fill(texts.starsOf, { n: shown }) })
