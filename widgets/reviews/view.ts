// The reviews of a product as a tree: what is known goes in, markup comes out, and what a visitor does is called by name.
import { h } from 'preact'
import { controls } from './controls.ts'
import { button, type Node, type View, writing } from './parts.ts'
import { article } from './review.ts'
import { summary } from './summary.ts'
import type { Words } from './words.ts'

export function view(props: View): Node {
  const { words, act, isCut, dialog } = props
  const theme = props.state.config?.theme
  return h(
    'section',
    {
      class: theme && `${theme.corners} ${theme.colorScheme}`,
      // Set through the object model, which a policy on inline styles lets pass.
      style: { '--chosen-accent': theme?.accentColor, '--chosen-star': theme?.starColor },
      lang: words.locale,
      dir: words.direction,
      'aria-labelledby': 'heading',
    },
    h('h2', { id: 'heading' }, words.heading),
    inside(props),
    isCut && h('div', { class: 'cut' }, button('plain', act.release, words.showMore)),
    dialog,
  )
}

function inside(props: View) {
  const { words, act } = props
  const { phase, summary: found, reviews } = props.state
  if (phase === 'loading') return skeleton(words)
  if (phase === 'failed') return message(words.failed, button('plain', act.retry, words.retry))
  if (phase !== 'ready') return message(words.unavailable)
  if (!found?.count && reviews.length === 0) return message(words.noneYet, h('p', null, words.invite), writing(props))
  return [summary(props), controls(props), list(props), notice(props)]
}

function list({ state, words, act, unfolded, isCut }: View): Node {
  const { reviews, cursor, busy, choice, stumbled, summary: found } = state
  const shown = { n: words.number(reviews.length), count: words.number(found?.count ?? 0) }
  const isWhole = !choice.rating && !choice.hasPhotos
  return h(
    'div',
    { class: 'list', 'aria-busy': busy === 'choice' },
    h(
      'ol',
      null,
      reviews.map((review) => h('li', { key: review.id }, article({ review, words, act, unfolded }))),
    ),
    h(
      'div',
      { class: 'more' },
      cursor && !isCut && button(busy === 'more' ? 'plain busy' : 'plain', act.more, words.showMore),
      h(
        'p',
        { role: 'status' },
        stumbled ? words.failed : !reviews.length ? words.noMatch : isWhole && words.fill(words.shown, shown),
      ),
    ),
  )
}

const message = (text: string, ...more: (Node | false)[]): Node =>
  h('div', { key: 'message', class: 'message', role: 'status' }, h('p', null, text), more)

/** The shapes of what is coming, and the word for those who hear the page. Its nodes are not used again: they would move. */
const skeleton = (words: Words): Node =>
  h(
    'div',
    { key: 'skeleton', class: 'skeleton' },
    h('p', { role: 'status', class: 'unseen' }, words.loading),
    [0, 1, 2, 3].map(() => h('div', null)),
  )

/** What the law wants said beside reviews: whether and how they are checked, how they are counted and ordered. */
function notice({ state, words }: View): Node {
  const href = state.config?.policyUrl
  return h(
    'details',
    null,
    h('summary', null, words.checked),
    words.checks.map((check) => h('p', null, check)),
    href && h('p', null, h('a', { href }, words.policy)),
  )
}
