import { h } from 'preact'
import type { Review } from '../wire.ts'
import { icon, stars, tick } from './icons.ts'
import { button, type Node, type View } from './view-types.ts'

type Props = { review: Review } & Pick<View, 'labels' | 'act' | 'unfolded' | 'browsing'>

export function article(props: Props): Node {
  const { review, labels, act, browsing } = props
  const { id, rating, title, authorName, verified, submittedAt, reply } = review
  return h(
    'article',
    { id: `r-${id}`, tabIndex: -1, 'aria-label': authorName, part: 'review' },
    h(
      'header',
      null,
      h('b', { dir: 'auto' }, authorName),
      verified && h('p', null, icon(tick), labels.verified),
      h('time', { dateTime: submittedAt }, labels.date(submittedAt)),
    ),
    h(
      'div',
      null,
      stars(rating, labels.starred(labels.number(rating))),
      title && h('h3', { dir: 'auto' }, title),
      text(props),
      browsing?.answers(review, labels),
      marks(props),
      photos(props),
      reply &&
        h(
          'div',
          { class: 'reply', part: 'reply' },
          h('b', null, labels.fill(labels.replyOf, { name: reply.authorName })),
          h('p', { dir: 'auto' }, reply.body),
        ),
      h(
        'div',
        { class: 'below' },
        browsing?.voting(review, labels),
        button('link report', () => act.ask({ kind: 'report', review }), labels.report),
      ),
    ),
  )
}

/**
 * The elements have no `part` and no CSS property, because pages must not hide that a review was rewarded or changed,
 * is about another product, or is by an author with a relationship to the shop.
 */
const marks = ({ review: { incentive, relationship, correctedAt, origin }, labels }: Props) =>
  [
    incentive && labels.rewarded,
    relationship && labels.declared,
    correctedAt && labels.corrected,
    origin && labels.fill(labels[origin.kind], origin),
  ].map((text) => text && h('p', { class: 'reward' }, text))

function text({ review, labels, act, unfolded }: Props) {
  const { id, body } = review
  const isOpen = unfolded.has(id)
  // Longer texts are collapsed to about six lines.
  const isLong = body.length > 420 || body.split('\n')[6]
  return [
    h('p', { class: isLong && !isOpen ? 'body folded' : 'body', dir: 'auto' }, body),
    isLong &&
      h(
        'button',
        { class: 'link', 'aria-expanded': isOpen, onClick: () => act.unfold(review) },
        isOpen ? labels.readLess : labels.readMore,
      ),
  ]
}

function photos({ review, labels, act }: Props) {
  return (
    review.photos[0] &&
    h(
      'div',
      { class: 'photos' },
      review.photos.map(({ url, cardUrl, thumbUrl }, i) =>
        h(
          'button',
          {
            type: 'button',
            'aria-label': labels.fill(labels.photo, {
              n: labels.number(i + 1),
              count: labels.number(review.photos.length),
            }),
            onClick: () => act.ask({ kind: 'photos', review, index: i }),
          },
          h('img', { src: thumbUrl ?? cardUrl ?? url, alt: '', loading: 'lazy' }),
        ),
      ),
    )
  )
}
