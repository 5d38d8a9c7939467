import { auditAs } from '#platform/audit/audit.ts'
import { markPaid } from '#resources/billing/manual/operator.ts'
import { startStripe } from '../fakes/stripe.ts'
import { startService } from '../service.ts'
import type { Walk } from './walk.ts'

/** Starts a second process with invoices, because the main test process has billing off. */
export async function buyPlan({ service, shop, callAt }: Walk): Promise<void> {
  const paying = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    paying.service.clock.now = () => service.service.clock.now()
    paying.service.clock.nowMs = () => service.service.clock.nowMs()
    const { db, services } = paying.service
    const cookies = await services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const call = callAt(paying.with({ 'x-store-env-id': shop.storeEnvId, cookie }))
    const { body } = await call('session', 'POST', '/billing/checkout', { plan: 'growth' })
    await call('session', 'POST', '/billing/checkout', { plan: 'growth' })
    await markPaid({ db, audit: auditAs({ type: 'operator' }) }, body.invoice.number)
    await call('session', 'POST', '/billing/change-plan/preview', { plan: 'starter' })
    await call('session', 'POST', '/billing/change-plan', { plan: 'scale' })
    await call('session', 'GET', '/billing/invoices')
    await call('session', 'GET', `/billing/invoices/${body.invoice.id}`)
    await call('session', 'GET', `/billing/invoices/${body.invoice.id}/pdf`)
    await call('session', 'POST', '/billing/cancel')
  } finally {
    await paying.close()
  }
}

export async function payByStripe({ service, shop, callAt }: Walk): Promise<void> {
  const now = () => service.service.clock.now()
  const stripe = await startStripe(now)
  const selling = await startService({ beside: service, env: stripe.env })
  try {
    selling.service.clock.now = now
    selling.service.clock.nowMs = () => service.service.clock.nowMs()
    const cookies = await selling.service.services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const call = callAt(selling.with({ 'x-store-env-id': shop.storeEnvId, cookie }))
    await call('session', 'POST', '/billing/portal')
    await call('session', 'POST', '/billing/payment-methods/client-token')
    const parent = { subscription_details: { subscription: 'sub_example' } }
    const { body, headers } = stripe.signed({
      ...{ id: 'evt_example', object: 'event', type: 'invoice.paid', created: Math.floor(now().getTime() / 1000) },
      data: { object: { object: 'invoice', parent } },
    })
    await call('nobody', 'POST', '/billing/webhooks/stripe', body, headers)
  } finally {
    await selling.close()
    await stripe.close()
  }
}
