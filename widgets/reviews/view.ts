// Pure view of a product's reviews. Visitors' actions are named callbacks.
import { h } from 'preact'
import type { Labels } from './labels.ts'
import { article } from './review.ts'
import { summary } from './summary.ts'
import { button, type Node, type View, writing } from './view-types.ts'

export function view(props: View): Node {
  const { labels, act, isCut, dialog } = props
  const theme = props.state.config?.theme
  return h(
    'section',
    {
      class: theme && `${theme.corners} ${theme.colorScheme}`,
      // The colors are set through the CSSOM, which a strict style policy allows.
      style: { '--chosen-accent': theme?.accentColor, '--chosen-star': theme?.starColor },
      lang: labels.locale,
      dir: labels.direction,
      'aria-label': labels.heading,
    },
    h('h2', null, labels.heading),
    inside(props),
    isCut && h('div', { class: 'cut' }, button('plain', act.release, labels.showMore)),
    dialog,
  )
}

function inside(props: View) {
  const { labels, act } = props
  const { phase, summary: found, reviews } = props.state
  if (phase === 'loading') return skeleton(labels)
  if (phase === 'failed') return message(labels.failed, button('plain', act.retry, labels.retry))
  if (phase !== 'ready') return message(labels.unavailable)
  if (!found?.count && reviews.length === 0) return message(labels.noneYet, h('p', null, labels.invite), writing(props))
  return [summary(props), props.browsing?.averages(props), props.browsing?.controls(props), list(props), notice(props)]
}

function list(view: View): Node {
  const { state, labels, act, isCut, browsing } = view
  const { reviews, cursor, busy, options, hasFailed, summary: found } = state
  const shown = { n: labels.number(reviews.length), count: labels.number(found?.count ?? 0) }
  const { sort: _, limit: __, pool: ___, ...narrowing } = options
  const isWhole = !Object.values(narrowing).some(Boolean)
  return h(
    'div',
    { class: 'list', 'aria-busy': busy === 'choice' },
    h(
      'ol',
      null,
      reviews.map((each) => h('li', { key: each.id }, article({ ...view, review: browsing?.worded(each) ?? each }))),
    ),
    h(
      'div',
      { class: 'more' },
      cursor && !isCut && button(busy === 'more' ? 'plain busy' : 'plain', act.more, labels.showMore),
      h(
        'p',
        { role: 'status' },
        hasFailed ? labels.failed : !reviews.length ? labels.noMatch : isWhole && labels.fill(labels.shown, shown),
      ),
    ),
  )
}

const message = (text: string, ...more: (Node | false | undefined)[]): Node =>
  h('div', { key: 'message', class: 'message', role: 'status' }, h('p', null, text), more)

/**
 * Placeholder shapes with a text for screen readers. They are created again each time, because a reused node that
 * moves counts as a layout shift.
 */
const skeleton = (labels: Labels): Node =>
  h(
    'div',
    { key: 'skeleton', class: 'skeleton' },
    h('p', { role: 'status', class: 'unseen' }, labels.loading),
    h('div', null),
    h('div', null),
    h('div', null),
    h('div', null),
  )

/** The legally required notice about how reviews are verified, counted and sorted. */
function notice({ state, labels, shop }: View): Node {
  return h(
    'details',
    null,
    h('summary', null, labels.checked),
    labels.checks.map((check) => h('p', null, check)),
    [
      [state.config?.policyUrl, labels.policy],
      [`${shop.origin}/evidence/${shop.store}`, labels.record],
    ].map(([href, text]) => href && h('p', null, h('a', { href }, text))),
  )
}
