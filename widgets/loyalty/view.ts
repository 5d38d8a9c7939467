import { type ComponentChild, h } from 'preact'
import type { Config, LoyaltyMember } from '../wire.ts'
import type { Labels } from './labels.ts'
import type { Redeeming } from './redeeming.ts'

export type State =
  | { phase: 'loading' | 'signedOut' | 'failed' | 'unavailable' }
  | { phase: 'ready'; member: LoyaltyMember }

type View = {
  state: State
  labels: Labels
  theme: Config['theme'] | undefined
  signInUrl: string | null
  isCut: boolean
  redeeming: Redeeming | undefined
  retry(): void
  release(): void
}

export function view(props: View): ComponentChild {
  const { labels, theme, isCut, release } = props
  return h(
    'section',
    {
      class: theme && `${theme.corners} ${theme.colorScheme}`,
      // The color is set through the CSSOM, which a strict style policy allows.
      style: { '--chosen-accent': theme?.accentColor },
      lang: labels.locale,
      dir: labels.direction,
      'aria-labelledby': 'heading',
    },
    h('h2', { id: 'heading' }, labels.heading),
    inside(props),
    isCut && h('div', { class: 'cut' }, button(labels.showAll, release)),
  )
}

function inside({ state, labels, signInUrl, redeeming, retry }: View) {
  if (state.phase === 'loading')
    return h('div', { key: 'skeleton', class: 'skeleton' }, [
      h('p', { role: 'status', class: 'unseen' }, labels.loading),
      h('div', null),
      h('div', null),
    ])
  if (state.phase === 'signedOut') {
    const link = signInUrl && h('a', { class: 'button', href: signInUrl }, labels.signIn)
    return message(labels.signedOut, link)
  }
  if (state.phase === 'failed') return message(labels.failed, button(labels.retry, retry))
  if (state.phase !== 'ready') return message(labels.unavailable)
  const { member } = state
  return [
    balance(member, labels),
    tier(member, labels),
    rewards(member, labels, redeeming),
    redeeming?.sections(member),
    rules(member, labels),
  ]
}

function balance({ balance, spendable, pending, nextExpiry }: LoyaltyMember, labels: Labels): ComponentChild {
  const date = nextExpiry && labels.date(nextExpiry.at)
  return h(
    'div',
    { class: 'balance', part: 'balance' },
    h('p', { class: 'spendable' }, h('b', null, labels.counted(spendable)), h('span', null, labels.toSpend)),
    pending !== 0 && h('p', null, labels.fill(labels.pending, { points: labels.counted(pending) })),
    nextExpiry &&
      date &&
      h('p', null, labels.fill(labels.expiring, { points: labels.counted(nextExpiry.points), date })),
    balance < 0 && h('p', { class: 'owed' }, labels.fill(labels.owed, { points: labels.counted(-balance) })),
  )
}

function tier({ tier, tiers, tierPoints }: LoyaltyMember, labels: Labels): ComponentChild {
  if (tiers.length === 0) return false
  const next = tiers.toSorted((a, b) => a.threshold - b.threshold).find(({ threshold }) => threshold > tierPoints)
  const way =
    next && labels.fill(labels.toNext, { points: labels.counted(next.threshold - tierPoints), tier: next.name })
  const reached = tiers.find(({ name }) => name === tier)?.threshold ?? 0
  const points = Math.max(reached, tierPoints)
  return h(
    'div',
    { class: 'tier', part: 'tier' },
    h('h3', null, `${labels.tier}${tier === null ? '' : `: ${tier}`}`),
    next &&
      h(
        'div',
        {
          class: 'level',
          role: 'meter',
          'aria-valuemin': reached,
          'aria-valuemax': next.threshold,
          'aria-valuenow': points,
          'aria-label': way,
        },
        h('div', { style: { width: `${(100 * (points - reached)) / (next.threshold - reached)}%` } }),
      ),
    h('p', null, way ?? labels.highest),
  )
}

function rewards({ rewards, spendable }: LoyaltyMember, labels: Labels, redeeming?: Redeeming): ComponentChild {
  return h(
    'div',
    { class: 'rewards', part: 'rewards' },
    h('h3', null, labels.rewards),
    rewards.length === 0
      ? h('p', null, labels.noRewards)
      : h(
          'ul',
          null,
          rewards.map((reward) => {
            const { id, name, description, cost } = reward
            return h(
              'li',
              { key: id, part: 'reward' },
              h('p', { class: 'name', dir: 'auto' }, name),
              h('p', { class: 'cost' }, labels.counted(cost)),
              description && h('p', { class: 'description', dir: 'auto' }, description),
              h(
                'p',
                { class: cost <= spendable ? 'state enough' : 'state' },
                cost <= spendable
                  ? labels.enough
                  : labels.fill(labels.missing, { points: labels.counted(cost - spendable) }),
              ),
              redeeming?.offer(reward, spendable),
            )
          }),
        ),
  )
}

const rules = ({ explained }: LoyaltyMember, labels: Labels): ComponentChild =>
  explained.length > 0 &&
  h(
    'details',
    { part: 'rules' },
    h('summary', null, labels.rules),
    h(
      'ul',
      null,
      explained.map((rule) => h('li', { key: rule.kind }, rule[labels.language])),
    ),
  )

const message = (text: string, more?: ComponentChild): ComponentChild =>
  h('div', { key: 'message', class: 'message', role: 'status' }, h('p', null, text), more)

const button = (text: string, onClick: () => void): ComponentChild =>
  h('button', { type: 'button', class: 'button', onClick }, text)
