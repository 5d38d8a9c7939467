// One lightbox for all customer photos of the product, each with its review beside it.
import type { Review, ReviewPage } from '../wire.ts'
import type { Frame, Props } from './dialog-types.ts'
import type { Node } from './view-types.ts'

type PhotoList = { reviews: Review[]; cursor: string | null; loading?: Promise<void> | undefined }

/** Loaded photos of each feed. They stay while the page is open, so a reopened lightbox starts with all of them. */
const loaded = new WeakMap<object, PhotoList>()

/** The next photos are requested this many photos before the end. */
const ahead = 4
const atOnce = 30
const leastSwipe = 40

export function photos(props: Props<'photos'>, frame: Frame): Node {
  const { h, labels, show, asked } = props
  const all = listFor(props)
  const shots = listShots(all)
  const at = Math.max(
    shots.findIndex(({ review, index }) => review.id === asked.review.id && index === asked.index),
    0,
  )
  const { length } = shots
  if (at >= length - ahead) void loadMore(props, all)
  const { review, photo } = shots[at] ?? { review: asked.review, photo: asked.review.photos[asked.index] }
  const go = async (by: number) => {
    // After the last photo, the first photo follows only when all photos have been loaded.
    if (at + by === length) await loadMore(props, all)
    const now = listShots(all)
    const next = now[(at + by + now.length) % now.length]
    if (next) show({ ...asked, review: next.review, index: next.index })
  }
  const forwards = labels.direction === 'rtl' ? -1 : 1
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: forwards, ArrowLeft: -forwards, ArrowDown: 1, ArrowUp: -1 }[event.key]
    // In a long text the vertical arrows scroll.
    if (!by || length < 2 || (/Down|Up/.test(event.key) && isScrollable(event.target))) return
    event.preventDefault()
    void go(by)
  }
  let from = 0
  const swiping = {
    onTouchStart: ({ touches }: TouchEvent) => {
      from = touches.length === 1 ? (touches[0]?.clientX ?? 0) : Number.NaN
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const by = (changedTouches[0]?.clientX ?? 0) - from
      if (length > 1 && Math.abs(by) > leastSwipe) void go(by < 0 ? forwards : -forwards)
    },
  }
  const step = (name: string, label: string, by: number, d: string) =>
    h(
      'button',
      { type: 'button', class: `step ${name}`, 'aria-label': label, onClick: () => void go(by) },
      h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d })),
    )
  const count = `${labels.number(length)}${all.cursor ? '+' : ''}`
  const label = labels.fill(labels.photo, { n: labels.number(at + 1), count })
  return frame(
    props,
    `${label}, ${review.authorName}`,
    [
      h(
        'div',
        { class: 'stage', ...swiping },
        h(
          'picture',
          { key: photo?.id },
          photo?.avifUrl && h('source', { type: 'image/avif', srcset: photo.avifUrl }),
          h('img', { src: photo?.url, alt: label }),
        ),
        length > 1 && [step('back', labels.previous, -1, 'm15 5-7 7 7 7'), step('on', labels.next, 1, 'm9 5 7 7-7 7')],
      ),
      caption(props, review, label),
    ],
    { onKeyDown },
  )
}

function caption({ h, labels }: Props, review: Review, label: string): Node {
  const { rating, title, body, authorName, verified, incentive, relationship, submittedAt, correctedAt, reply } = review
  return h(
    'div',
    { class: 'caption' },
    h('p', { class: 'count', role: 'status' }, label),
    // Characters replace the list's icons here, because the icons would be loaded twice.
    h(
      'p',
      { class: 'rated', role: 'img', 'aria-label': labels.starred(labels.number(rating)) },
      '★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating),
    ),
    title && h('h3', { dir: 'auto' }, title),
    h(
      'div',
      { class: 'text', tabIndex: 0, key: review.id, role: 'group', 'aria-label': authorName },
      h('p', { dir: 'auto' }, body),
      reply && [
        h('p', { class: 'from' }, labels.fill(labels.replyOf, { name: reply.authorName })),
        h('p', { dir: 'auto' }, reply.body),
      ],
    ),
    h(
      'p',
      { class: 'said' },
      h('b', { dir: 'auto' }, authorName),
      verified && h('span', null, labels.verified),
      h('time', { dateTime: submittedAt }, labels.date(submittedAt)),
    ),
    // This element has no `part` and no CSS property, because pages must not hide that a review was rewarded.
    incentive && h('p', { class: 'count' }, labels.rewarded),
    relationship && h('p', { class: 'count' }, labels.declared),
    correctedAt && h('p', { class: 'count' }, labels.corrected),
  )
}

function listFor({ feed, asked }: Props<'photos'>): PhotoList {
  const { photos } = feed.state
  const known = loaded.get(feed) ?? {
    reviews: [...(photos?.data ?? [])],
    cursor: photos?.pagination.nextCursor ?? null,
  }
  loaded.set(feed, known)
  // The review may be older than the reviews whose photos are loaded.
  if (known.reviews.every(({ id }) => id !== asked.review.id)) known.reviews.push(asked.review)
  return known
}

const listShots = ({ reviews }: PhotoList) =>
  reviews.flatMap((review) => review.photos.map((photo, index) => ({ review, photo, index })))

function loadMore(props: Props<'photos'>, all: PhotoList): Promise<void> | undefined {
  if (all.cursor) all.loading ??= load(props, all)
  return all.loading
}

async function load({ read, shop, subject, redraw }: Props<'photos'>, all: PhotoList): Promise<void> {
  const { cursor } = all
  try {
    const query = { ...subject, hasPhotos: true, limit: atOnce, cursor }
    const { data, pagination } = await read<ReviewPage>(shop, 'reviews', query)
    all.reviews.push(...data.filter(({ id }) => all.reviews.every((review) => review.id !== id)))
    all.cursor = pagination.nextCursor
  } catch {
    // If loading fails, the loaded photos can still be seen.
    all.cursor = null
  }
  all.loading = undefined
  redraw()
}

const isScrollable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.scrollHeight > target.clientHeight + 1
