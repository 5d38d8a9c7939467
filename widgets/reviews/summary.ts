import { h } from 'preact'
import { bar, stars } from './icons.ts'
import { type Node, type View, writing } from './view-types.ts'

export function summary(props: View): Node {
  const { state, labels, act } = props
  const { count = 0, average, byStar } = state.summary ?? {}
  const mean = average ?? 0
  const shown = labels.decimal(mean)
  return h(
    'div',
    { class: 'summary', part: 'summary' },
    h(
      'div',
      { class: 'overall' },
      h('p', { class: 'average', 'aria-hidden': true }, shown),
      h('div', null, stars(mean, labels.starred(shown)), h('p', null, labels.counted(count))),
    ),
    h(
      'ul',
      null,
      ([5, 4, 3, 2, 1] as const).map((rating) => {
        const n = byStar?.[rating] ?? 0
        const isChosen = state.options.rating === rating
        return h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              class: 'row',
              'aria-pressed': isChosen,
              disabled: !n && !isChosen,
              onClick: () => act.choose({ rating: isChosen ? null : rating }),
            },
            h('span', { 'aria-hidden': true }, labels.number(rating), ' ★'),
            bar(n / (count || 1)),
            h('span', { 'aria-hidden': true }, labels.number(n)),
            h('span', { class: 'unseen' }, `${labels.starred(labels.number(rating))}: ${labels.counted(n)}`),
          ),
        )
      }),
    ),
    writing(props),
  )
}
