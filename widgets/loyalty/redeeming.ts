// Loaded only if shoppers may redeem. Shared code is passed in, because a chunk that imports it would load a bundle twice.
import type { ComponentChild, h as H } from 'preact'
import type { read as Read, Shop } from '../api.ts'
import type { LoyaltyMember, LoyaltyRedemption, ReferralLink } from '../wire.ts'
import type { Labels } from './labels.ts'
import looks from './redeeming.css?inline'
import { textsIn } from './redeeming-texts.ts'

export { looks }

type Reward = LoyaltyMember['rewards'][number]

export type RedeemingKit = {
  h: typeof H
  read: typeof Read
  /** Its `headers` contain the customer token. */
  shop: Shop
  labels: Labels
  signal: AbortSignal
  draw(): void
  /** Loads the points again. */
  refresh(): Promise<void>
}

/**
 * Polls for a minute, because a shop makes a code within seconds. Later the shopper finds the code on the next visit.
 */
const pollMs = 2_000
const polls = 30

const refusals: Record<string, 'tooMany' | 'noPoints' | 'gone'> = {
  rate_limited: 'tooMany',
  insufficient_points: 'noPoints',
  reward_inactive: 'gone',
  no_codes_left: 'gone',
}

export type Redeeming = ReturnType<typeof createRedeeming>

export function createRedeeming({ h, read, shop, labels, signal, draw, refresh }: RedeemingKit) {
  const texts = textsIn(labels.language)
  const path = 'loyalty/redemptions'
  let redemptions: LoyaltyRedemption[] = []
  /** The idempotency key stays the same until the service has responded, so that a retry redeems once. */
  let asking: { id: string; key: string } | undefined
  let isBusy = false
  let notice: { id: string; text: string; isProblem?: boolean } | undefined
  let link: ReferralLink | undefined
  let linkProblem = ''
  let copied = ''

  const change = (set: () => void) => {
    set()
    if (!signal.aborted) draw()
  }

  async function load(): Promise<void> {
    redemptions = (await read<{ data: LoyaltyRedemption[] }>(shop, path, {}, signal)).data
  }

  function ask(id: string): void {
    const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
    change(() => {
      asking = { id, key }
      notice = undefined
    })
  }

  async function send(rewardId: string, idempotencyKey: string): Promise<LoyaltyRedemption> {
    const response = await fetch(`${shop.origin}/api/v1/storefront/${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'x-store-env-id': shop.store, ...shop.headers },
      body: JSON.stringify({ rewardId, idempotencyKey }),
      signal: AbortSignal.any([AbortSignal.timeout(20_000), signal]),
    })
    const said = await response.json()
    if (!response.ok) throw new Error(said.message, { cause: said.code })
    return said
  }

  async function redeem({ id, key }: { id: string; key: string }): Promise<void> {
    if (isBusy) return
    change(() => {
      isBusy = true
      notice = { id, text: texts.working }
    })
    try {
      let made = await send(id, key)
      asking = undefined
      for (let i = 0; made.status === 'pending' && i < polls; i++) {
        change(() => {
          notice = { id, text: texts.making }
        })
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        made = await read<LoyaltyRedemption>(shop, `${path}/${made.id}`, {}, signal)
      }
      const isMade = made.status !== 'failed'
      const done = made.code ? texts.done : made.status === 'pending' ? texts.making : texts.doneWithout
      notice = { id, text: isMade ? done : texts.notMade, isProblem: !isMade }
      await Promise.all([load(), refresh()])
    } catch (error) {
      const refusal = refusals[String((error as Error).cause)]
      notice = { id, text: texts[refusal ?? 'notRedeemed'], isProblem: true }
      if (refusal) asking = undefined
    }
    change(() => {
      isBusy = false
    })
  }

  async function getLink(): Promise<void> {
    try {
      link = await read<ReferralLink>(shop, 'loyalty/referral', {}, signal)
      linkProblem = ''
    } catch {
      linkProblem = texts.linkFailed
    }
    change(() => {})
  }

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      change(() => {
        copied = text
      })
    } catch {
      // The text can be selected and copied by hand.
    }
  }

  const button = (text: string, onClick: () => void, more: object = {}) =>
    h('button', { type: 'button', class: 'button', onClick, ...more }, text)

  const withCopy = (text: string, more?: ComponentChild) =>
    h(
      'div',
      { class: 'row' },
      h('code', { class: 'code', dir: 'ltr' }, text),
      button(copied === text ? texts.copied : texts.copy, () => void copy(text), {
        'aria-label': `${copied === text ? texts.copied : texts.copy}: ${text}`,
      }),
      more,
    )

  /** Button, confirmation and result below a reward. */
  function offer({ id, name, cost }: Reward, spendable: number): ComponentChild[] {
    const asked = asking?.id === id ? asking : undefined
    const points = labels.counted(cost)
    const question = labels.fill(texts.ask, { reward: name, points })
    return [
      asked
        ? h(
            'div',
            { class: 'ask', role: 'group', 'aria-label': question },
            h('p', { dir: 'auto' }, question),
            h(
              'div',
              { class: 'row' },
              button(texts.redeem, () => void redeem(asked), {
                class: 'button main',
                disabled: isBusy,
                autofocus: true,
              }),
              button(texts.cancel, () => change(() => (asking = undefined)), { disabled: isBusy }),
            ),
          )
        : cost <= spendable &&
          button(texts.redeem, () => ask(id), { 'aria-label': `${texts.redeem}: ${name}`, disabled: isBusy }),
      h(
        'p',
        { role: 'status', class: notice?.isProblem ? 'state problem' : 'state' },
        notice?.id === id ? notice.text : '',
      ),
    ]
  }

  const redeemed = () =>
    h(
      'div',
      { class: 'redeemed', part: 'redeemed' },
      h('h3', null, texts.yours),
      redemptions.length === 0
        ? h('p', { class: 'state' }, texts.none)
        : h(
            'ul',
            null,
            redemptions.map(({ id, rewardName, code, createdAt, status }) =>
              h(
                'li',
                { key: id, part: 'redemption' },
                h('p', { class: 'name', dir: 'auto' }, rewardName),
                h('p', { class: 'state' }, labels.date(createdAt)),
                h(
                  'div',
                  { class: 'description' },
                  status === 'pending' ? texts.making : status === 'issued' ? code && withCopy(code) : texts.returned,
                ),
              ),
            ),
          ),
    )

  function friends({ explained }: LoyaltyMember): ComponentChild {
    if (!explained.some(({ kind }) => kind === 'referral')) return false
    const url = link && (link.url ?? link.code)
    const shared =
      url && 'share' in navigator && button(texts.share, () => void navigator.share({ url }).catch(() => {}))
    return h(
      'div',
      { class: 'friends', part: 'friends' },
      h('h3', null, texts.friends),
      h('p', { class: 'hint' }, texts.friendsHint),
      url
        ? withCopy(url, shared)
        : h(
            'div',
            null,
            button(texts.getLink, () => void getLink()),
          ),
      h('p', { role: 'status', class: 'problem' }, linkProblem),
    )
  }

  return { load, offer, sections: (member: LoyaltyMember) => [redeemed(), friends(member)] }
}
