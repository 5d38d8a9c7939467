import { fill } from '../language.ts'
import { make } from '../make.ts'
import type { Review } from '../wire.ts'
import type { Wording } from './spoken.ts'
import { renderStars } from './stars.ts'

/**
 * `replyOf` is the heading of the shop's reply. With it, the card shows the full text and the reply. Otherwise the card
 * clips the text and shows no reply.
 */
export function renderCard(review: Review, spoken: Wording, replyOf?: string): HTMLElement {
  const {
    rating,
    title,
    body,
    authorName,
    verified,
    incentive,
    submittedAt,
    correctedAt,
    product,
    reply,
    photos,
    origin,
  } = review
  const { texts } = spoken
  const [photo] = photos
  return make(
    'article',
    { 'aria-label': authorName, part: 'review', class: replyOf ? 'whole' : 'card' },
    renderStars(rating, spoken.number(rating), spoken),
    title && make('h3', { dir: 'auto' }, title),
    make('p', { class: 'body', dir: 'auto' }, body),
    // These elements have no `part` and no CSS property, because pages must not hide that a review was rewarded or
    // changed, or is about another product.
    ...[incentive && texts.rewarded, correctedAt && texts.corrected, origin && fill(texts[origin.kind], origin)].map(
      (text) => text && make('p', { class: 'reward' }, text),
    ),
    photo &&
      make('img', {
        src: photo.thumbUrl ?? photo.cardUrl ?? photo.url,
        alt: '',
        width: 64,
        height: 64,
        loading: 'lazy',
        decoding: 'async',
      }),
    replyOf &&
      reply &&
      make(
        'div',
        { class: 'reply', part: 'reply' },
        make('b', { dir: 'auto' }, fill(replyOf, { name: reply.authorName })),
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
