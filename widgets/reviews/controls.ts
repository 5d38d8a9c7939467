// What a visitor narrows and orders the list by.
import { h } from 'preact'
import type { Sort } from '../wire.ts'
import { camera, icon } from './drawings.ts'
import type { Node, View } from './parts.ts'

const sorts: readonly Sort[] = ['newest', 'highest', 'lowest', 'photos']

export function controls({ state, words, act }: View): Node {
  const { rating, hasPhotos, sort } = state.choice
  const chip = (isOn: boolean, onClick: () => void, inside: (Node | string)[]) =>
    h('button', { type: 'button', class: 'chip', 'aria-pressed': isOn, onClick }, inside)
  return h(
    'div',
    { class: 'controls' },
    chip(hasPhotos, () => act.choose({ hasPhotos: !hasPhotos }), [icon(camera), words.withPhotos]),
    rating && chip(true, () => act.choose({ rating: null }), [words.starred(words.number(rating)), ' ×']),
    h(
      'label',
      null,
      `${words.sort} `,
      h(
        'select',
        {
          value: sort,
          onChange: (event: Event) => act.choose({ sort: (event.target as HTMLSelectElement).value as Sort }),
        },
        sorts.map((value) => h('option', { key: value, value }, words.sorts[value])),
      ),
    ),
  )
}
