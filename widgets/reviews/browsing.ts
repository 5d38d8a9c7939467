// Loaded in parallel with the reviews. Shared code is passed in, because a chunk that imports it would load a bundle twice.
import type { h as H } from 'preact'
import type { Shop } from '../api.ts'
import type { fill as Fill, Language } from '../language.ts'
import type { Sort } from '../wire.ts'
import looks from './browsing.css?inline'
import { textsIn } from './browsing-texts.ts'
import type { icon as Icon } from './icons.ts'
import type { Browsing, Node, View } from './view-types.ts'
import { createVotes } from './votes.ts'

export { looks }

export type Kit = {
  h: typeof H
  icon: typeof Icon
  fill: typeof Fill
  shop: Shop
  language: Language
  changed(): void
}

const camera = 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zm8 2a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8'
const thumb = 'M7 10.5 11 3c1.7.2 2.4 1.4 2 3l-.7 3.2H19l-1.6 9.3H7m0-8v8H3.5v-8z'
const longestSearch = 100
/** With fewer reviews, reading is faster than searching. */
const searchableFrom = 6

export function browse({ h, icon, fill, shop, language, changed }: Kit): Browsing {
  const texts = textsIn(language)
  const votes = createVotes(shop, changed)
  // The chunk is small and optional, so a failure to load it needs no message.
  const seeking = /^#evident-review-/.test(location.hash) && import('./seek.ts')

  const chip = (isOn: boolean, onClick: (event: Event) => void, inside: (Node | string)[]) =>
    h('button', { type: 'button', class: 'chip', 'aria-pressed': isOn, onClick }, inside)

  const search = ({ state, act }: View) =>
    h(
      'form',
      {
        role: 'search',
        onSubmit: (event: SubmitEvent) => {
          event.preventDefault()
          const { value } = (event.currentTarget as HTMLFormElement).elements[0] as HTMLInputElement
          act.choose({ q: value.trim() || null })
        },
      },
      h('input', {
        type: 'search',
        'aria-label': texts.search,
        placeholder: texts.search,
        maxLength: longestSearch,
        enterKeyHint: 'search',
        dir: 'auto',
        // A field that becomes empty, also by its clear button, ends the search.
        onInput: (event: Event) => {
          if (state.options.q && !(event.target as HTMLInputElement).value) act.choose({ q: null })
        },
      }),
    )

  const scale = (value: number, shown: string, low: string | null, high: string | null) => [
    h(
      'svg',
      {
        class: 'scale',
        viewBox: '0 0 100 7',
        role: 'img',
        'aria-label': `${fill(texts.ofFive, { n: shown })}${low || high ? ` (1: ${low ?? ''} – 5: ${high ?? ''})` : ''}`,
      },
      h('path', { class: 'line', d: 'M3.5 3.5h93m-93-2v4m23.25-4v4m23.25-4v4m23.25-4v4m23.25-4v4' }),
      h('circle', { cx: 3.5 + (value - 1) * 23.25, cy: 3.5, r: 3 }),
    ),
    (low || high) && h('p', { class: 'ends', 'aria-hidden': true }, h('bdi', null, low), h('bdi', null, high)),
  ]

  return {
    controls(view) {
      if (seeking)
        seeking.then(
          ({ seek }) => seek(view),
          () => {},
        )
      const { state, labels, act } = view
      const { rating, hasPhotos, sort, q } = state.options
      const withdraw = ({ currentTarget }: Event) => {
        // The button is about to be removed, so the focus moves first.
        ;((currentTarget as Element).previousSibling as HTMLElement).focus()
        act.choose({ rating: null })
      }
      const sorts: Record<Sort, string> = { ...labels.sorts, helpful: texts.mostHelpful }
      return h(
        'div',
        { class: 'controls' },
        chip(!!hasPhotos, () => act.choose({ hasPhotos: !hasPhotos }), [icon(camera), labels.withPhotos]),
        rating && chip(true, withdraw, [labels.starred(labels.number(rating)), ' ×']),
        ((state.summary?.count ?? 0) >= searchableFrom || q) && search(view),
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
            Object.entries(sorts).map(([value, name]) => h('option', { key: value, value }, name)),
          ),
        ),
      )
    },
    averages({ state, labels }) {
      const asked = (state.asked?.attributes ?? []).filter(({ count }) => count > 0)
      return (
        asked.length > 0 &&
        h(
          'dl',
          { class: 'averages' },
          asked.map(({ id, label, average, count, lowLabel, highLabel, choices }) => {
            return h(
              'div',
              { key: id },
              h('dt', { dir: 'auto' }, label),
              h(
                'dd',
                null,
                average === null
                  ? h(
                      'ul',
                      null,
                      choices.map((choice) =>
                        h(
                          'li',
                          { key: choice.label },
                          h('bdi', null, choice.label),
                          ' ',
                          h('b', null, labels.number(choice.count)),
                        ),
                      ),
                    )
                  : scale(average, labels.decimal(average), lowLabel, highLabel),
                h('small', null, fill(texts.answers, { n: labels.number(count) })),
              ),
            )
          }),
        )
      )
    },
    answers({ attributes }, labels) {
      return (
        attributes.length > 0 &&
        h(
          'dl',
          { class: 'answers' },
          attributes.map(({ id, label, value, choice, lowLabel, highLabel }) =>
            h(
              'div',
              { key: id },
              h('dt', { dir: 'auto' }, label),
              h(
                'dd',
                null,
                choice === null ? scale(value, labels.number(value), lowLabel, highLabel) : h('bdi', null, choice),
              ),
            ),
          ),
        )
      )
    },
    voting(review, labels) {
      const { isMine, count } = votes.of(review)
      const n = labels.number(count)
      return h(
        'button',
        {
          type: 'button',
          class: 'vote',
          'aria-pressed': isMine,
          'aria-label': fill(texts.helpfulTo, { n }),
          onClick: () => void votes.toggle(review),
        },
        icon(thumb),
        texts.helpful,
        count > 0 && h('span', null, n),
      )
    },
  }
}
