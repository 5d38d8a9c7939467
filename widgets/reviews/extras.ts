// Loaded in parallel with the reviews: the strip of customer photos, and answers to the shop's questions. Shared code is
// passed in, because a chunk that imports it would load a bundle twice.
import type { h as H } from 'preact'
import type { fill as Fill } from '../language.ts'
import type { Review } from '../wire.ts'
import type { Texts } from './browsing-texts.ts'
import looks from './extras.css?inline'
import type { Labels } from './labels.ts'
import type { Node, View } from './view-types.ts'

export { looks }

/** A strip with a single photo would only repeat its review. */
const fewestPhotos = 2

type Kit = { h: typeof H; fill: typeof Fill; texts: Texts }

export function extend({ h, fill, texts }: Kit): {
  averages(view: View): (Node | false)[]
  answers(review: Review, labels: Labels): Node | false
} {
  const strip = ({ state, act }: View) => {
    const shots = (state.photos?.data ?? []).flatMap((review) =>
      review.photos.map((photo, i) => ({ review, photo, i })),
    )
    return (
      shots.length >= fewestPhotos &&
      h(
        'ul',
        { class: 'strip', role: 'list', 'aria-label': texts.photos },
        shots.map(({ review, photo: { id, url, cardUrl, thumbUrl }, i }) =>
          h(
            'li',
            { key: id },
            h(
              'button',
              {
                type: 'button',
                'aria-label': fill(texts.photoBy, { name: review.authorName }),
                onClick: () => act.ask({ kind: 'photos', review, index: i }),
              },
              h('img', { src: thumbUrl ?? cardUrl ?? url, alt: '', loading: 'lazy', decoding: 'async' }),
            ),
          ),
        ),
      )
    )
  }

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
    averages(view) {
      const { state, labels } = view
      const asked = (state.asked?.attributes ?? []).filter(({ count }) => count > 0)
      return [
        strip(view),
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
          ),
      ]
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
  }
}
