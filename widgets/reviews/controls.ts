// What a visitor narrows and orders the list by.
import { h } from 'preact'
import type { Sort } from '../wire.ts'
import { camera, icon } from './icons.ts'
import type { Node, View } from './view-types.ts'

export function controls({ state, labels, act }: View): Node {
  const { rating, hasPhotos, sort } = state.options
  const chip = (isOn: boolean, onClick: (event: Event) => void, inside: (Node | string)[]) =>
    h('button', { type: 'button', class: 'chip', 'aria-pressed': isOn, onClick }, inside)
  const withdraw = ({ currentTarget }: Event) => {
    // It is about to go, and a keyboard's place must not go with it.
    ;((currentTarget as Element).previousSibling as HTMLElement).focus()
    act.choose({ rating: null })
  }
  return h(
    'div',
    { class: 'controls' },
    chip(hasPhotos, () => act.choose({ hasPhotos: !hasPhotos }), [icon(camera), labels.withPhotos]),
    rating && chip(true, withdraw, [labels.starred(labels.number(rating)), ' ×']),
    h(
      'label',
      null,
      `${labels.sort} `,
      h(
        'select',
        {
          value: sort,
          onChange: (event: Event) => act.choose({ sort: (event.target as HTMLSelectElement).value as Sort }),
        },
        Object.entries(labels.sorts).map(([value, name]) => h('option', { key: value, value }, name)),
      ),
    ),
  )
}
