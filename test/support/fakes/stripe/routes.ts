// The part of Stripe's API that we use, call by call. Refuses unknown calls and parameters, as Stripe does.
import type Stripe from 'stripe'
import { type Account, refuse, StripeFailure } from './account.ts'
import { type Form, type FormValue, mergeMetadata, readForm, readList, readNumber, readText } from './form.ts'
import * as made from './objects.ts'

type Call = { id: string; sent: Form }
type Route = { method: string; path: RegExp; takes: readonly string[]; run(account: Account, call: Call): object }

const route = (http: string, takes: string, run: (account: Account, call: Call) => object): Route => {
  const [method = '', path = ''] = http.split(' ')
  return {
    method,
    path: new RegExp(`^/v1${path.replace(':id', '(?<id>[^/]+)')}$`),
    takes: [...takes.split(' '), 'expand'],
    run,
  }
}

const required = (value: FormValue | undefined, name: string): string => {
  const text = readText(value)
  if (text === undefined || text === '') throw refuse(`Missing required param: ${name}.`, name, 'parameter_missing')
  return text
}

/** An unknown id in the body is the caller's error. */
function customerIn(account: Account, sent: Form): Stripe.Customer {
  const id = required(sent.customer, 'customer')
  if (account.objects.get(id)?.object !== 'customer')
    throw refuse(`No such customer: '${id}'`, 'customer', 'resource_missing')
  return account.customer(id)
}

function page<T extends { id: string; created: number }>(all: T[], sent: Form, url: string): Stripe.ApiList<T> {
  const limit = readNumber(sent.limit) ?? 10
  if (limit < 1 || limit > 100) throw refuse('Invalid integer: limit must be between 1 and 100', 'limit')
  const created = readForm(sent.created)
  const from = readNumber(created.gte) ?? 0
  const to = readNumber(created.lt) ?? Number.POSITIVE_INFINITY
  // If two objects were created in the same second, the object later in the list is newer.
  const newest = all.filter((each) => each.created >= from && each.created < to).reverse()
  newest.sort((a, b) => b.created - a.created)
  const after = readText(sent.starting_after)
  const at = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && at === 0) throw refuse(`No such object: '${after}'`, 'starting_after', 'resource_missing')
  return made.list(newest.slice(at, at + limit), url, newest.length > at + limit)
}

const paging = 'limit starting_after created'

export const routes: Route[] = [
  route('POST /customers', 'email name metadata', (account, { sent }) => {
    const customer = account.keep(
      made.makeCustomer(account.newId('cus'), account.times(), {
        email: readText(sent.email) ?? null,
        name: readText(sent.name) ?? null,
        metadata: mergeMetadata(sent.metadata),
      }),
    )
    account.tell('customer.created', customer)
    return customer
  }),
  route('GET /customers/:id', '', (account, { id }) => account.customer(id)),
  route('POST /customers/:id', 'email name metadata', (account, { id, sent }) => {
    const customer = account.customer(id)
    customer.email = readText(sent.email) ?? customer.email
    customer.name = readText(sent.name) ?? customer.name ?? null
    customer.metadata = mergeMetadata(sent.metadata, customer.metadata)
    return customer
  }),
  route('POST /products', 'id name metadata', (account, { sent }) => {
    const id = readText(sent.id) ?? account.newId('prod')
    if (account.objects.has(id))
      throw new StripeFailure(400, {
        message: 'Product already exists.',
        type: 'invalid_request_error',
        code: 'resource_already_exists',
        param: 'id',
      })
    return account.keep(
      made.makeProduct(id, account.times(), {
        name: required(sent.name, 'name'),
        metadata: mergeMetadata(sent.metadata),
      }),
    )
  }),
  route('GET /products/:id', '', (account, { id }) => account.find<Stripe.Product>('product', id)),
  route(
    'POST /prices',
    'product currency unit_amount recurring lookup_key transfer_lookup_key metadata',
    (account, { sent }) => {
      const lookupKey = readText(sent.lookup_key) ?? null
      const holder = account
        .all<Stripe.Price>('price')
        .find((each) => lookupKey !== null && each.lookup_key === lookupKey)
      if (holder && sent.transfer_lookup_key !== 'true')
        throw refuse(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
      if (holder) holder.lookup_key = null
      if (readText(readForm(sent.recurring).interval) !== 'month') throw refuse('This fake sells months.', 'recurring')
      return account.keep(
        made.makePrice(account.newId('price'), account.times(), {
          product: account.find<Stripe.Product>('product', required(sent.product, 'product')).id,
          currency: required(sent.currency, 'currency'),
          amount: readNumber(sent.unit_amount) ?? 0,
          lookupKey,
          metadata: mergeMetadata(sent.metadata),
        }),
      )
    },
  ),
  route('GET /prices', `${paging} lookup_keys active`, (account, { sent }) => {
    const keys = readList(sent.lookup_keys).map(String)
    const found = account
      .all<Stripe.Price>('price')
      .filter((each) => keys.length === 0 || (each.lookup_key !== null && keys.includes(each.lookup_key)))
      .filter((each) => sent.active === undefined || String(each.active) === sent.active)
    return page(found, sent, '/v1/prices')
  }),
  route(
    'POST /checkout/sessions',
    'mode customer client_reference_id line_items subscription_data success_url cancel_url metadata payment_method_collection',
    (account, { sent }) => {
      if (sent.mode !== 'subscription') throw refuse('This fake sells subscriptions.', 'mode')
      const [line] = readList(sent.line_items).map((each) => readForm(each))
      const price = account.price(required(line?.price, 'line_items[0][price]'))
      const data = readForm(sent.subscription_data)
      const trialEnd = readNumber(data.trial_end) ?? null
      if (trialEnd !== null && trialEnd < account.now() + 2 * 86_400)
        throw refuse('The `trial_end` date has to be at least 2 days in the future.', 'subscription_data[trial_end]')
      const session = account.keep(
        made.makeCheckoutSession(account.newId('cs_test'), account.times(), {
          customer: customerIn(account, sent).id,
          amount: trialEnd === null ? (price.unit_amount ?? 0) : 0,
          currency: price.currency,
          reference: readText(sent.client_reference_id) ?? null,
          metadata: mergeMetadata(sent.metadata),
          successUrl: required(sent.success_url, 'success_url'),
          cancelUrl: readText(sent.cancel_url) ?? null,
          origin: account.origin(),
        }),
      )
      account.checkoutPrices.set(session.id, { price: price.id, trialEnd, metadata: mergeMetadata(data.metadata) })
      return session
    },
  ),
  route('GET /checkout/sessions/:id', '', (account, { id }) => account.session(id)),
  route('POST /checkout/sessions/:id/expire', '', (account, { id }) => {
    account.expire(account.session(id))
    return account.session(id)
  }),
  route('GET /subscriptions', `${paging} customer status`, (account, { sent }) => {
    const found = account
      .all<Stripe.Subscription>('subscription')
      .filter((each) => sent.customer === undefined || each.customer === sent.customer)
      .filter(
        (each) =>
          sent.status === 'all' ||
          (sent.status === undefined ? each.status !== 'canceled' : each.status === sent.status),
      )
    return page(found, sent, '/v1/subscriptions')
  }),
  route('GET /subscriptions/:id', '', (account, { id }) => account.subscription(id)),
  route(
    'POST /subscriptions/:id',
    'items proration_behavior payment_behavior cancel_at_period_end metadata proration_date',
    (account, { id, sent }) => {
      const subscription = account.subscription(id)
      if (subscription.status === 'canceled')
        throw refuse('A canceled subscription can only update its cancellation_details and metadata.')
      const [item] = readList(sent.items).map((each) => readForm(each))
      if (item !== undefined && sent.payment_behavior === 'pending_if_incomplete' && sent.metadata !== undefined)
        throw refuse('metadata cannot be changed with payment_behavior=pending_if_incomplete', 'metadata')
      if (sent.cancel_at_period_end !== undefined && subscription.schedule !== null)
        throw refuse(
          'The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed.',
        )
      if (item !== undefined) {
        if (item.id !== account.itemOf(subscription).id)
          throw refuse(`No such subscription item: '${readText(item.id)}'`, 'items[0][id]', 'resource_missing')
        account.changePrice(subscription, account.price(required(item.price, 'items[0][price]')), {
          proration: readText(sent.proration_behavior) ?? 'create_prorations',
          payment: readText(sent.payment_behavior) ?? 'allow_incomplete',
        })
      }
      if (sent.cancel_at_period_end !== undefined) {
        const isCancelled = sent.cancel_at_period_end === 'true'
        subscription.cancel_at_period_end = isCancelled
        subscription.cancel_at = isCancelled ? account.itemOf(subscription).current_period_end : null
        subscription.canceled_at = isCancelled ? account.now() : null
        subscription.cancellation_details = {
          comment: null,
          feedback: null,
          feedback_option: null,
          reason: isCancelled ? 'cancellation_requested' : null,
        }
      }
      subscription.metadata = mergeMetadata(sent.metadata, subscription.metadata)
      account.tell('customer.subscription.updated', subscription)
      return subscription
    },
  ),
  route('DELETE /subscriptions/:id', 'invoice_now prorate', (account, { id }) => {
    const subscription = account.subscription(id)
    if (subscription.status === 'canceled') throw refuse(`No such subscription: '${id}'`, 'id', 'resource_missing')
    account.end(subscription, 'cancellation_requested')
    return subscription
  }),
  route('POST /subscription_schedules', 'from_subscription', (account, { sent }) => {
    const subscription = account.subscription(required(sent.from_subscription, 'from_subscription'))
    if (subscription.schedule !== null)
      throw refuse('You cannot migrate a subscription that is already attached to a schedule.')
    const { price, current_period_start: start, current_period_end: end } = account.itemOf(subscription)
    const schedule = account.keep(
      made.makeSchedule(account.newId('sub_sched'), account.times(), {
        customer: subscription.customer as string,
        subscription: subscription.id,
        phase: made.makePhase(price.id, start, end),
      }),
    )
    subscription.schedule = schedule.id
    account.tell('subscription_schedule.created', schedule)
    account.tell('customer.subscription.updated', subscription)
    return schedule
  }),
  route('GET /subscription_schedules/:id', '', (account, { id }) => account.schedule(id)),
  route('POST /subscription_schedules/:id', 'phases end_behavior proration_behavior', (account, { id, sent }) => {
    const schedule = account.schedule(id)
    if (schedule.status !== 'active') throw refuse(`You cannot update a schedule that is ${schedule.status}.`)
    const phases: Stripe.SubscriptionSchedule.Phase[] = []
    for (const each of readList(sent.phases).map((phase) => readForm(phase))) {
      const price = required(readForm(readList(each.items)[0]).price, 'phases[items][0][price]')
      const start = readNumber(each.start_date) ?? phases.at(-1)?.end_date
      if (start === undefined) throw refuse('The first phase needs a start_date.', 'phases[0][start_date]')
      const { interval, interval_count: count } = readForm(each.duration)
      const end = readNumber(each.end_date) ?? afterMonths(start, readText(interval), readNumber(count) ?? 1)
      phases.push(made.makePhase(account.price(price).id, start, end))
    }
    if (phases[0]?.start_date !== schedule.phases[0]?.start_date)
      throw refuse('You can not modify the start date of the current phase.', 'phases[0][start_date]')
    schedule.phases = phases
    account.tell('subscription_schedule.updated', schedule)
    return schedule
  }),
  route('POST /subscription_schedules/:id/release', '', (account, { id }) => {
    const schedule = account.schedule(id)
    if (schedule.status !== 'active') throw refuse(`You cannot release a schedule that is ${schedule.status}.`)
    account.release(schedule)
    return schedule
  }),
  route('POST /billing_portal/sessions', 'customer return_url', (account, { sent }) =>
    made.makePortalSession(account.newId('bps'), account.times(), {
      customer: customerIn(account, sent).id,
      returnUrl: readText(sent.return_url) ?? null,
      origin: account.origin(),
    }),
  ),
  route(
    'POST /setup_intents',
    'customer usage metadata payment_method_types automatic_payment_methods',
    (account, { sent }) =>
      account.keep(
        made.makeSetupIntent(account.newId('seti'), account.times(), {
          customer: customerIn(account, sent).id,
          metadata: mergeMetadata(sent.metadata),
        }),
      ),
  ),
  route('GET /invoices', `${paging} customer subscription status`, (account, { sent }) => {
    const found = account
      .all<Stripe.Invoice>('invoice')
      .filter((each) => sent.subscription === undefined || account.subscriptionIdOf(each) === sent.subscription)
      .filter((each) => sent.customer === undefined || each.customer === sent.customer)
      .filter((each) => sent.status === undefined || each.status === sent.status)
    return page(found, sent, '/v1/invoices')
  }),
  route('GET /invoices/:id', '', (account, { id }) => account.invoice(id)),
  route('POST /invoices/create_preview', 'customer subscription subscription_details', (account, { sent }) => {
    const subscription = account.subscription(required(sent.subscription, 'subscription'))
    const details = readForm(sent.subscription_details)
    const [item] = readList(details.items).map((each) => readForm(each))
    const to = account.price(required(item?.price, 'subscription_details[items][0][price]'))
    const id = account.newId('upcoming_in')
    const lines = account.prorationLines(subscription, to).map((each) =>
      made.makeLine(account.newId('il_tmp'), {
        ...each,
        invoice: id,
        subscription: subscription.id,
        item: account.itemOf(subscription).id,
        metadata: {},
      }),
    )
    return made.makeInvoice(id, account.times(), {
      customer: account.customer(subscription.customer as string),
      subscription,
      reason: 'upcoming',
      number: '',
      origin: account.origin(),
      lines,
    })
  }),
  route('POST /invoices/:id/void', '', (account, { id }) => {
    const invoice = account.invoice(id)
    if (invoice.status !== 'open') throw refuse('You can only pass in open invoices.')
    account.voidInvoice(invoice)
    return invoice
  }),
  route('GET /invoice_payments', `${paging} invoice payment status`, (account, { sent }) => {
    const intent = readText(readForm(sent.payment).payment_intent)
    const found = account
      .all<Stripe.InvoicePayment>('invoice_payment')
      .filter((each) => sent.invoice === undefined || each.invoice === sent.invoice)
      .filter((each) => intent === undefined || each.payment.payment_intent === intent)
    return page(found, sent, '/v1/invoice_payments')
  }),
  route('GET /payment_intents/:id', '', (account, { id }) => account.find<Stripe.PaymentIntent>('payment_intent', id)),
  route('GET /charges/:id', '', (account, { id }) => account.charge(id)),
  route('POST /refunds', 'charge payment_intent amount reason metadata', (account, { sent }) => {
    const intent = readText(sent.payment_intent)
    const id =
      intent === undefined
        ? required(sent.charge, 'charge')
        : (account.find<Stripe.PaymentIntent>('payment_intent', intent).latest_charge as string)
    return account.refund(id, readNumber(sent.amount))
  }),
  route('GET /refunds', `${paging} charge payment_intent`, (account, { sent }) => {
    const found = account
      .all<Stripe.Refund>('refund')
      .filter((each) => sent.charge === undefined || each.charge === sent.charge)
      .filter((each) => sent.payment_intent === undefined || each.payment_intent === sent.payment_intent)
    return page(found, sent, '/v1/refunds')
  }),
  route('GET /disputes', `${paging} charge payment_intent`, (account, { sent }) => {
    const found = account
      .all<Stripe.Dispute>('dispute')
      .filter((each) => sent.charge === undefined || each.charge === sent.charge)
      .filter((each) => sent.payment_intent === undefined || each.payment_intent === sent.payment_intent)
    return page(found, sent, '/v1/disputes')
  }),
  route('GET /events', `${paging} types type delivery_success`, (account, { sent }) => {
    const types = readList(sent.types).map(String)
    return page(
      account.events.filter((each) => types.length === 0 || types.includes(each.type)),
      sent,
      '/v1/events',
    )
  }),
  route('GET /events/:id', '', (account, { id }) => {
    const event = account.events.find((each) => each.id === id)
    if (!event) throw refuse(`No such event: '${id}'`, 'id', 'resource_missing')
    return event
  }),
]

function afterMonths(start: number, interval: string | undefined, count: number): number {
  if (interval !== 'month') throw refuse('A phase needs an end_date or a duration in months.', 'phases[duration]')
  const at = new Date(start * 1000)
  at.setUTCMonth(at.getUTCMonth() + count)
  return at.getTime() / 1000
}

/** Only these names can be expanded. Stripe's document marks them as expandable. */
const expandable: Record<string, string> = {
  customer: 'customer',
  subscription: 'subscription',
  schedule: 'subscription_schedule',
  latest_invoice: 'invoice',
  invoice: 'invoice',
  payment_intent: 'payment_intent',
  latest_charge: 'charge',
  charge: 'charge',
  product: 'product',
  price: 'price',
}

/** Replaces ids with objects: `data.latest_invoice.payments.data.payment.payment_intent`. */
export function expand(account: Account, object: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(object)
  for (const path of paths) expandOne(account, copy, path.split('.'))
  return copy
}

function expandOne(account: Account, at: unknown, [name = '', ...rest]: string[]): void {
  if (Array.isArray(at)) {
    for (const each of at) expandOne(account, each, [name, ...rest])
    return
  }
  if (typeof at !== 'object' || at === null) return
  const holder = at as Record<string, unknown>
  // An invoice's payments appear only when expanded.
  if (name === 'payments' && holder.object === 'invoice')
    holder.payments ??= made.list(
      structuredClone(
        account.all<Stripe.InvoicePayment>('invoice_payment').filter((each) => each.invoice === holder.id),
      ),
      `/v1/invoice_payments?invoice=${String(holder.id)}`,
    )
  const value = holder[name]
  const kind = expandable[name]
  if (typeof value === 'string' && kind === undefined)
    throw refuse(`This property cannot be expanded (${name}).`, 'expand')
  if (typeof value === 'string' && kind !== undefined) holder[name] = structuredClone(account.find(kind, value))
  if (rest.length > 0) expandOne(account, holder[name], rest)
}

export function findRoute(method: string, path: string): { route: Route; id: string } {
  for (const each of routes) {
    const match = each.method === method ? each.path.exec(path) : null
    if (match) return { route: each, id: match.groups?.id ?? '' }
  }
  throw new StripeFailure(404, {
    message: `Unrecognized request URL (${method}: ${path}).`,
    type: 'invalid_request_error',
  })
}

export function requireKnown(route: Route, sent: Form): void {
  const unknown = Object.keys(sent).find((name) => !route.takes.includes(name))
  if (unknown !== undefined) throw refuse(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
}
