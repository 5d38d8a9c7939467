// Icons of the reviews. They use attributes only, because a page's strict policy removes styles.
import { h } from 'preact'
import { starsBy } from '../stars/drawing.ts'
import type { Node } from './view-types.ts'

const draw = starsBy<Node>(h)

export const stars = (rating: number, label: string): Node =>
  draw(rating, { class: 'stars', role: 'img', 'aria-label': label })

export const bar = (share: number): Node =>
  h(
    'svg',
    { class: 'bar', viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': true },
    h('path', { class: 'empty', d: 'M0 0h1v1H0' }),
    h('path', { class: 'full', d: `M0 0h${share}v1H0` }),
  )

export const tick = 'm5 12.5 4.5 4.5L19 7.5'

export const icon = (d: string): Node =>
  h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d }))
