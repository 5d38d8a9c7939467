import type { Frame, Props } from './dialog-types.ts'
import type { Node } from './view-types.ts'

export function photos(props: Props<'photos'>, frame: Frame): Node {
  const { h, labels, show, asked } = props
  const { review, index } = asked
  const { rating, title, body, authorName } = review
  const { length } = review.photos
  const photo = review.photos[index]
  const go = (by: number) => show({ ...asked, index: (index + by + length) % length })
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const forwards = labels.direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (length > 1 && key.startsWith('Arrow')) go(key === forwards || key === 'ArrowDown' ? 1 : -1)
  }
  const step = (name: string, label: string, by: number, d: string) =>
    h(
      'button',
      { type: 'button', class: `step ${name}`, 'aria-label': label, onClick: () => go(by) },
      h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d })),
    )
  const label = labels.fill(labels.photo, { n: labels.number(index + 1), count: labels.number(length) })
  return frame(
    props,
    `${label}, ${authorName}`,
    [
      h(
        'div',
        { class: 'stage' },
        h(
          'picture',
          { key: photo?.id },
          photo?.avifUrl && h('source', { type: 'image/avif', srcset: photo.avifUrl }),
          h('img', { src: photo?.url, alt: label }),
        ),
        length > 1 && [step('back', labels.previous, -1, 'm15 5-7 7 7 7'), step('on', labels.next, 1, 'm9 5 7 7-7 7')],
      ),
      h(
        'div',
        { class: 'caption' },
        h(
          'p',
          { class: 'said' },
          // Characters replace the list's icons here, because the icons would be loaded twice.
          h(
            'span',
            { role: 'img', 'aria-label': labels.starred(labels.number(rating)) },
            '★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating),
          ),
          h('b', { dir: 'auto' }, authorName),
          h('span', { class: 'count', role: 'status' }, label),
        ),
        title && h('h3', { dir: 'auto' }, title),
        body && h('p', { class: 'text', dir: 'auto', tabIndex: 0 }, body),
      ),
    ],
    { onKeyDown },
  )
}
