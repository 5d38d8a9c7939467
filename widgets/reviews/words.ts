// Loaded only for shops with a digest, or for a review with a translation. Shared code is passed in, because a chunk that
// imports it would load a bundle twice.
import type { Digest, Review } from '../wire.ts'
import type { Kit } from './browsing-kit.ts'
import type { Labels } from './labels.ts'
import type { Node, View } from './view-types.ts'
import looks from './words.css?inline'
import { textsIn } from './words-texts.ts'

export type Words = {
  /** The review with its translated text, unless the visitor has chosen the original. */
  shown(review: Review): Review
  /** States that a machine translated the text, with a button that switches to the original. */
  note(review: Review): Node | false
  digest(view: View): Node | false
}

export function createWords({ h, stars, read, shop, subject, labels: { language }, wear, changed }: Kit): Words {
  wear(looks)
  const texts = textsIn(language)
  const originals = new Set<string>()
  let digest: Digest | undefined
  let isAsked = false

  const ask = () => {
    isAsked = true
    // The digest is an extra, so a failure needs no message.
    read<Digest>(shop, 'digest', { ...subject, locale: language }).then(
      (answer) => {
        digest = answer
        changed()
      },
      () => {},
    )
  }

  const line = ({ reviewId, sentence, rating, language: lang }: Digest['data'][number], labels: Labels) =>
    h(
      'li',
      { key: reviewId },
      stars(rating, labels.starred(labels.number(rating))),
      lang && lang !== language && h('small', null, new Intl.DisplayNames(language, { type: 'language' }).of(lang)),
      h('q', { dir: 'auto', lang: lang ?? undefined }, sentence),
    )

  return {
    shown(review) {
      const { translation } = review
      return !translation || originals.has(review.id)
        ? review
        : { ...review, title: translation.title ?? review.title, body: translation.body }
    },
    note({ id, translation }) {
      if (!translation) return false
      const isOriginal = originals.has(id)
      const onClick = () => {
        if (!originals.delete(id)) originals.add(id)
        changed()
      }
      return h(
        'p',
        { class: 'translated' },
        !isOriginal && texts.translated,
        h('button', { type: 'button', class: 'link', onClick }, isOriginal ? texts.translation : texts.original),
      )
    },
    digest({ state, labels }) {
      if (!state.config?.digest || !subject.platformProductId) return false
      if (!isAsked) ask()
      return (
        !!digest?.data[0] &&
        h(
          'div',
          { class: 'digest', role: 'group', 'aria-label': texts.heading },
          h('h3', null, texts.heading),
          h('small', null, texts.chosen),
          h(
            'ul',
            { role: 'list', tabIndex: 0 },
            digest.data.map((each) => line(each, labels)),
          ),
        )
      )
    },
  }
}
