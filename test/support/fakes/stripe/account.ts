// Unknown behavior is refused, so that no test succeeds by an invented rule.
import type Stripe from 'stripe'
import * as made from './objects.ts'

/** Stripe's error: `{"error": {...}}` with a status. */
export class StripeFailure extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, error: Record<string, unknown> & { message: string; type: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const refuse = (message: string, param?: string, code?: string) =>
  new StripeFailure(400, {
    message,
    type: 'invalid_request_error',
    ...(param && { param }),
    ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
  })

const missing = (what: string, id: string) =>
  new StripeFailure(404, {
    message: `No such ${what}: '${id}'`,
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
  })

export type Card = 'good' | 'declined' | 'authenticate'

const daySeconds = 86_400
const retryDays = [3, 8, 15]
/** Seconds for which a pending update waits for its payment. */
const pendingSeconds = 23 * 3600

export type Account = ReturnType<typeof createAccount>

export function createAccount(options: { now: () => Date; origin: () => string; apiVersion: string }) {
  const objects = new Map<string, { object: string; created: number }>()
  const events: Stripe.Event[] = []
  const cards = new Map<string, Card>()
  const checkoutPrices = new Map<string, { price: string; trialEnd: number | null; metadata: Stripe.Metadata }>()
  let made_ = 0
  const request: { id: string | null; key: string | null } = { id: null, key: null }

  const now = () => Math.floor(options.now().getTime() / 1000)
  const newId = (prefix: string) => `${prefix}_${String(++made_).padStart(6, '0')}fake`
  const times = () => ({ created: now() })

  function keep<T extends { id: string; object: string; created?: number }>(object: T): T {
    objects.set(object.id, object as unknown as { object: string; created: number })
    return object
  }
  function find<T>(kind: string, id: string): T {
    const object = objects.get(id)
    if (object?.object !== kind) throw missing(kind.replace('.', ' '), id)
    return object as T
  }
  const all = <T>(kind: string): T[] => [...objects.values()].filter(({ object }) => object === kind) as T[]
  const customer = (id: string) => find<Stripe.Customer>('customer', id)
  const price = (id: string) => find<Stripe.Price>('price', id)
  const subscription = (id: string) => find<Stripe.Subscription>('subscription', id)
  const invoice = (id: string) => find<Stripe.Invoice>('invoice', id)
  const schedule = (id: string) => find<Stripe.SubscriptionSchedule>('subscription_schedule', id)
  const session = (id: string) => find<Stripe.Checkout.Session>('checkout.session', id)
  const charge = (id: string) => find<Stripe.Charge>('charge', id)

  /** The event contains the object as it is at this moment, like Stripe's events. */
  function tell(type: string, object: object): void {
    const event = made.makeEvent(newId('evt'), times(), {
      type,
      object: structuredClone(object),
      apiVersion: options.apiVersion,
      request: request.id,
      key: request.key,
    })
    events.push(event)
  }

  const itemOf = (sub: Stripe.Subscription) => sub.items.data[0] as Stripe.SubscriptionItem
  const subscriptionIdOf = (inv: Stripe.Invoice) => inv.parent?.subscription_details?.subscription as string
  const findPayment = (id: string) =>
    all<Stripe.InvoicePayment>('invoice_payment').find((each) => each.invoice === id) as Stripe.InvoicePayment
  const findIntent = (inv: Stripe.Invoice) =>
    find<Stripe.PaymentIntent>('payment_intent', findPayment(inv.id).payment.payment_intent as string)

  function setPeriod(sub: Stripe.Subscription, start: number, end: number): void {
    const item = itemOf(sub)
    item.current_period_start = start
    item.current_period_end = end
  }
  function setPrice(sub: Stripe.Subscription, to: Stripe.Price): void {
    const { id, created, current_period_start: start, current_period_end: end } = itemOf(sub)
    sub.items.data[0] = made.makeItem(id, { created }, { subscription: sub.id, price: to, start, end })
  }

  function issue(
    sub: Stripe.Subscription,
    reason: Stripe.Invoice.BillingReason,
    lines: { price: Stripe.Price; amount: number; start: number; end: number; proration?: true; description: string }[],
  ): Stripe.Invoice {
    const id = newId('in')
    const buyer = customer(sub.customer as string)
    const sequence = buyer.next_invoice_sequence ?? 1
    buyer.next_invoice_sequence = sequence + 1
    const inv = keep(
      made.makeInvoice(id, times(), {
        customer: buyer,
        subscription: sub,
        reason,
        number: `${buyer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
        origin: options.origin(),
        lines: lines.map((each) =>
          made.makeLine(newId('il'), {
            ...each,
            proration: each.proration === true,
            invoice: id,
            subscription: sub.id,
            item: itemOf(sub).id,
            metadata: sub.metadata,
          }),
        ),
      }),
    )
    inv.period_start = lines[0]?.start ?? inv.period_start
    inv.period_end = lines[0]?.end ?? inv.period_end
    const intent = keep(
      made.makePaymentIntent(newId('pi'), times(), {
        amount: inv.amount_due,
        currency: inv.currency,
        customer: buyer.id,
      }),
    )
    keep(made.makeInvoicePayment(newId('inpay'), times(), { invoice: inv, intent: intent.id }))
    sub.latest_invoice = inv.id
    tell('invoice.created', inv)
    tell('invoice.finalized', inv)
    return inv
  }

  function pay(inv: Stripe.Invoice, card: Card): boolean {
    const intent = findIntent(inv)
    if (inv.amount_due > 0 && card !== 'good') {
      inv.attempted = true
      inv.attempt_count++
      if (card === 'authenticate') {
        intent.status = 'requires_action'
        intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
        tell('payment_intent.requires_action', intent)
        tell('invoice.payment_action_required', inv)
      } else {
        const failed = keep(made.makeCharge(newId('ch'), times(), { intent, isPaid: false }))
        intent.status = 'requires_payment_method'
        intent.latest_charge = failed.id
        intent.last_payment_error = {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
        }
        tell('charge.failed', failed)
      }
      tell('invoice.payment_failed', inv)
      return false
    }
    if (inv.amount_due > 0) {
      const paid = keep(made.makeCharge(newId('ch'), times(), { intent, isPaid: true }))
      intent.status = 'succeeded'
      intent.latest_charge = paid.id
      intent.amount_received = intent.amount
      intent.next_action = null
      tell('charge.succeeded', paid)
      tell('payment_intent.succeeded', intent)
    }
    const payment = findPayment(inv.id)
    payment.status = 'paid'
    payment.amount_paid = inv.amount_due
    payment.status_transitions.paid_at = now()
    inv.status = 'paid'
    inv.attempted = true
    inv.amount_paid = inv.amount_due
    inv.amount_remaining = 0
    inv.next_payment_attempt = null
    inv.status_transitions.paid_at = now()
    tell('invoice.paid', inv)
    tell('invoice.payment_succeeded', inv)
    const sub = subscription(subscriptionIdOf(inv))
    if (sub.latest_invoice === inv.id && sub.pending_update) {
      const to = sub.pending_update.subscription_items?.[0]?.price
      sub.pending_update = null
      if (to) setPrice(sub, to)
      tell('customer.subscription.pending_update_applied', sub)
      tell('customer.subscription.updated', sub)
    }
    if (['incomplete', 'past_due', 'unpaid'].includes(sub.status)) {
      sub.status = 'active'
      tell('customer.subscription.updated', sub)
    }
    return true
  }

  const cardOf = (id: string): Card => cards.get(id) ?? 'good'

  function subscribe(sent: {
    customer: string
    price: string
    trialEnd: number | null
    metadata: Stripe.Metadata
    card: Card
  }): Stripe.Subscription {
    const id = newId('sub')
    const to = price(sent.price)
    const start = now()
    const anchor = sent.trialEnd ?? start
    const end = sent.trialEnd ?? monthsAfter(anchor, 1)
    const item = made.makeItem(newId('si'), times(), { subscription: id, price: to, start, end })
    const sub = keep(
      made.makeSubscription(id, times(), {
        customer: sent.customer,
        item,
        trialEnd: sent.trialEnd,
        anchor,
        metadata: sent.metadata,
        paymentMethod: newId('pm'),
      }),
    )
    cards.set(sent.customer, sent.card)
    tell('customer.subscription.created', sub)
    const amount = sent.trialEnd === null ? (to.unit_amount ?? 0) : 0
    const description = sent.trialEnd === null ? `1 × ${to.lookup_key}` : `Trial period for ${to.lookup_key}`
    pay(issue(sub, 'subscription_create', [{ price: to, amount, start, end, description }]), sent.card)
    return sub
  }

  /** Prorates by the second, for the unused time of the old price and the remaining time of the new price. */
  function prorationLines(sub: Stripe.Subscription, to: Stripe.Price) {
    const { price: from, current_period_start: start, current_period_end: end } = itemOf(sub)
    if (sub.status === 'trialing') return []
    const left = (amount: number) => Math.round((amount * (end - now())) / (end - start))
    const window = { start: now(), end, proration: true as const }
    return [
      {
        price: from,
        amount: -left(from.unit_amount ?? 0),
        ...window,
        description: `Unused time on ${from.lookup_key}`,
      },
      { price: to, amount: left(to.unit_amount ?? 0), ...window, description: `Remaining time on ${to.lookup_key}` },
    ]
  }

  function changePrice(
    sub: Stripe.Subscription,
    to: Stripe.Price,
    behaviour: { proration: string; payment: string },
  ): void {
    if (behaviour.proration === 'none') {
      setPrice(sub, to)
      return
    }
    if (behaviour.proration !== 'always_invoice') throw refuse('This fake prorates with always_invoice or not at all.')
    const lines = prorationLines(sub, to)
    if (lines.length === 0) {
      setPrice(sub, to)
      return
    }
    const card = cardOf(sub.customer as string)
    if (behaviour.payment === 'error_if_incomplete' && card !== 'good')
      throw new StripeFailure(402, {
        message: 'Your card was declined.',
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
      })
    const isPending = behaviour.payment === 'pending_if_incomplete' && card !== 'good'
    if (!isPending) setPrice(sub, to)
    const before = itemOf(sub)
    const inv = issue(sub, 'subscription_update', lines)
    if (isPending) {
      const item = made.makeItem(before.id, before, {
        subscription: sub.id,
        price: to,
        start: before.current_period_start,
        end: before.current_period_end,
      })
      sub.pending_update = {
        billing_cycle_anchor: null,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: Math.min(now() + pendingSeconds, before.current_period_end),
        metadata: null,
        subscription_items: [item],
        trial_end: null,
        trial_from_plan: null,
      }
    }
    if (!pay(inv, card) && !isPending) sub.status = 'past_due'
  }

  function end(sub: Stripe.Subscription, reason: Stripe.Subscription.CancellationDetails.Reason): void {
    sub.status = 'canceled'
    sub.ended_at = now()
    sub.canceled_at ??= now()
    sub.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
    for (const inv of all<Stripe.Invoice>('invoice'))
      if (inv.status === 'open' && subscriptionIdOf(inv) === sub.id) voidInvoice(inv)
    tell('customer.subscription.deleted', sub)
  }

  function voidInvoice(inv: Stripe.Invoice): void {
    inv.status = 'void'
    inv.amount_remaining = 0
    inv.status_transitions.voided_at = now()
    tell('invoice.voided', inv)
  }

  function renew(sub: Stripe.Subscription): void {
    const item = itemOf(sub)
    const start = item.current_period_end
    if (sub.cancel_at_period_end) {
      end(sub, 'cancellation_requested')
      return
    }
    if (typeof sub.schedule === 'string') {
      const plan = schedule(sub.schedule)
      const phase = plan.phases.find((each) => each.start_date <= start && start < each.end_date)
      const to = phase?.items[0]?.price
      if (typeof to === 'string') setPrice(sub, price(to))
      // A schedule is released when its last phase ends, not when that phase begins.
      if (phase === undefined) release(plan)
      else plan.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
    }
    const anchor = sub.billing_cycle_anchor
    let months = 1
    while (monthsAfter(anchor, months) <= start) months++
    const until = monthsAfter(anchor, months)
    setPeriod(sub, start, until)
    if (sub.status === 'trialing') sub.status = 'active'
    const { price: to } = itemOf(sub)
    const line = { price: to, amount: to.unit_amount ?? 0, start, end: until, description: `1 × ${to.lookup_key}` }
    const inv = issue(sub, 'subscription_cycle', [line])
    if (!pay(inv, cardOf(sub.customer as string))) {
      sub.status = 'past_due'
      inv.next_payment_attempt = inv.created + (retryDays[0] ?? 0) * daySeconds
    }
    tell('customer.subscription.updated', sub)
  }

  function retry(inv: Stripe.Invoice): void {
    const sub = subscription(subscriptionIdOf(inv))
    if (pay(inv, cardOf(sub.customer as string))) return
    const next = retryDays[inv.attempt_count - 1]
    inv.next_payment_attempt = next === undefined ? null : inv.created + next * daySeconds
    if (next === undefined) end(sub, 'payment_failed')
  }

  function release(plan: Stripe.SubscriptionSchedule): void {
    const sub = subscription(plan.subscription as string)
    plan.status = 'released'
    plan.released_at = now()
    plan.released_subscription = sub.id
    plan.subscription = null
    plan.current_phase = null
    sub.schedule = null
    tell('subscription_schedule.released', plan)
    tell('customer.subscription.updated', sub)
  }

  return {
    objects,
    events,
    cards,
    checkoutPrices,
    request,
    now,
    newId,
    origin: options.origin,
    times,
    keep,
    find,
    all,
    customer,
    price,
    subscription,
    invoice,
    schedule,
    session,
    charge,
    itemOf,
    subscriptionIdOf,
    tell,
    issue,
    pay,
    cardOf,
    subscribe,
    changePrice,
    prorationLines,
    end,
    voidInvoice,
    release,
    settle(): void {
      for (const sub of all<Stripe.Subscription>('subscription')) {
        const { pending_update: pending } = sub
        if (pending && pending.expires_at <= now()) {
          sub.pending_update = null
          voidInvoice(invoice(sub.latest_invoice as string))
          tell('customer.subscription.pending_update_expired', sub)
        }
        while (['active', 'trialing', 'past_due'].includes(sub.status) && itemOf(sub).current_period_end <= now())
          renew(sub)
      }
      for (const inv of all<Stripe.Invoice>('invoice'))
        while (inv.status === 'open' && inv.next_payment_attempt !== null && inv.next_payment_attempt <= now())
          retry(inv)
      for (const each of all<Stripe.Checkout.Session>('checkout.session'))
        if (each.status === 'open' && each.expires_at <= now()) expire(each)
    },
    expire,
    refund(id: string, amount?: number): Stripe.Refund {
      const paid = charge(id)
      const given = amount ?? paid.amount - paid.amount_refunded
      if (given <= 0 || given > paid.amount - paid.amount_refunded)
        throw refuse('Refund amount is greater than charge amount', 'amount', 'amount_too_large')
      paid.amount_refunded += given
      paid.refunded = paid.amount_refunded === paid.amount
      const back = keep(made.makeRefund(newId('re'), times(), { charge: paid, amount: given }))
      tell('charge.refunded', paid)
      tell('refund.created', back)
      return back
    },
    dispute(id: string): Stripe.Dispute {
      const paid = charge(id)
      paid.disputed = true
      const claim = keep(made.makeDispute(newId('du'), times(), { charge: paid }))
      tell('charge.dispute.created', claim)
      tell('charge.dispute.funds_withdrawn', claim)
      return claim
    },
    closeDispute(id: string, status: 'won' | 'lost'): void {
      const claim = find<Stripe.Dispute>('dispute', id)
      claim.status = status
      if (status === 'won') tell('charge.dispute.funds_reinstated', claim)
      tell('charge.dispute.closed', claim)
    },
    /** Acts as the customer on the page. Returns false if the bank refuses. */
    complete(id: string, card: Card): boolean {
      const open = session(id)
      const bought = checkoutPrices.get(id)
      if (open.status !== 'open' || !bought) throw refuse('This Checkout Session is no longer active.')
      if (card !== 'good') return false
      const sub = subscribe({ customer: open.customer as string, ...bought, card })
      open.status = 'complete'
      open.payment_status = bought.trialEnd === null ? 'paid' : 'no_payment_required'
      open.subscription = sub.id
      open.invoice = sub.latest_invoice
      open.url = null
      tell('checkout.session.completed', open)
      return true
    },
  }

  function expire(open: Stripe.Checkout.Session): void {
    if (open.status !== 'open')
      throw refuse(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${open.status}.`,
      )
    open.status = 'expired'
    open.url = null
    tell('checkout.session.expired', open)
  }
}

/** Adds months. A day that the target month lacks becomes that month's last day. */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const day = from.getUTCDate()
  const at = new Date(from)
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  at.setUTCDate(Math.min(day, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()))
  return at.getTime() / 1000
}
