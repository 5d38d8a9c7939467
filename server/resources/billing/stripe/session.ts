import type Stripe from 'stripe'
import { openStripe } from '#integrations/stripe/client.ts'
import { classifyFailure, describe } from '#integrations/stripe/failures.ts'
import { findPrices } from '#integrations/stripe/prices.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StripeConfig } from '#platform/process/config.ts'
import { AppError } from '#platform/values/errors.ts'
import { type Plan, plans } from '../schema.ts'
import type { PlansByPrice } from './rules.ts'

export function requireSettings({ config }: Services): StripeConfig {
  if (!config.stripe) throw new Error('This only runs with BILLING=stripe.')
  return config.stripe
}

export const createClient = (services: Services): Promise<Stripe> => openStripe(requireSettings(services))

export async function asking<T>(services: Services, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(await createClient(services))
  } catch (error) {
    throw explained(services, error)
  }
}

export const unavailable = (cause?: unknown) =>
  new AppError(
    503,
    'payment_provider_unavailable',
    'The payment provider cannot be reached right now. Try again shortly.',
    {
      cause,
      headers: { 'retry-after': '10' },
    },
  )

function explained({ log }: Services, error: unknown): unknown {
  const failure = classifyFailure(error)
  if (failure === undefined) return error
  if (failure === 'declined')
    return new AppError(402, 'payment_declined', 'The card was declined. Use another one: POST /billing/portal.', {
      cause: error,
    })
  const level = failure === 'uncertain' || failure === 'busy' ? 'warn' : 'error'
  log[level]({ failure, ...describe(error) }, 'a call of Stripe failed')
  return unavailable(error)
}

export const isUncertain = (error: unknown): boolean =>
  classifyFailure(error instanceof AppError ? error.cause : error) === 'uncertain'

const priceLifeMs = 60_000
const prices = new WeakMap<StripeConfig, { at: number; known: Promise<Map<string, Stripe.Price>> }>()

/** Reads prices again every minute, because an operator may have changed them. */
function loadPrices(services: Services, stripe: Stripe): Promise<Map<string, Stripe.Price>> {
  const settings = requireSettings(services)
  const kept = prices.get(settings)
  const at = services.clock.nowMs()
  if (kept && at - kept.at < priceLifeMs && at >= kept.at) return kept.known
  const known = findPrices(stripe, plans)
  prices.set(settings, { at, known })
  known.catch(() => prices.delete(settings))
  return known
}

export async function loadPrice(services: Services, stripe: Stripe, plan: Plan): Promise<Stripe.Price> {
  const price = (await loadPrices(services, stripe)).get(plan)
  if (price) return price
  prices.delete(requireSettings(services))
  services.log.error({ plan }, 'Stripe has no price for this plan. Run `evident billing stripe-setup`')
  throw unavailable()
}

export async function plansByPrice(services: Services, stripe: Stripe): Promise<PlansByPrice> {
  const known = await loadPrices(services, stripe)
  return new Map([...known].map(([plan, { id }]) => [id, plan as Plan]))
}
