import { fill } from '../language.ts'
import { make } from '../make.ts'
import type { Review } from '../wire.ts'
import type { Wording } from './spoken.ts'
import { renderStars } from './stars.ts'

/** `isWhole`: shows the full text with the shop's reply. Otherwise the text is clipped to the card's lines. */
export function renderCard(review: Review, spoken: Wording, isWhole = false): HTMLElement {
  const { rating, title, body, authorName, verified, incentive, submittedAt, product, reply, photos, origin } = review
  const { texts } = spoken
  const [photo] = photos
  return make(
    'article',
    { 'aria-label': authorName, part: 'review', class: isWhole ? 'whole' : 'card' },
    renderStars(rating, spoken.number(rating), spoken),
    title && make('h3', { dir: 'auto' }, title),
    make('p', { class: 'body', dir: 'auto' }, body),
    // This element has no `part` and no CSS property, because pages must not hide that a review was rewarded.
    incentive && make('p', { class: 'reward' }, texts.rewarded),
    // No `part` here either: a review of another product must say so.
    origin && make('p', { class: 'reward' }, fill(texts[origin.kind], origin)),
    photo &&
      make('img', {
        src: photo.thumbUrl ?? photo.cardUrl ?? photo.url,
        alt: '',
        width: 64,
        height: 64,
        loading: 'lazy',
        decoding: 'async',
      }),
    isWhole &&
      reply &&
      make(
        'div',
        { class: 'reply', part: 'reply' },
        make('b', { dir: 'auto' }, fill(texts.replyOf, { name: reply.authorName })),
        make('p', { dir: 'auto' }, reply.body),
      ),
    make(
      'footer',
      {},
      make('b', { dir: 'auto' }, authorName),
      verified && make('span', { class: 'verified' }, texts.verified),
      make('time', { datetime: submittedAt }, spoken.date(submittedAt)),
      product?.title && renderName(product.title, product.url),
    ),
  )
}

const renderName = (title: string, url: string | null): HTMLElement =>
  url !== null && /^https?:/i.test(url)
    ? make('a', { class: 'product', href: url, dir: 'auto' }, title)
    : make('span', { class: 'product', dir: 'auto' }, title)
