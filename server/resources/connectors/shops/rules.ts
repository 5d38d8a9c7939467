import { createHash } from 'node:crypto'
import type { ShopProduct, ShopVariant, Warning } from '#integrations/shops/shop.ts'
import { isLoopbackHost } from '#platform/guarded-fetch/addresses.ts'
import { conflict } from '#platform/values/errors.ts'
import type { ProductRow } from '#resources/products/rules.ts'
import { maxVariants } from '#resources/products/schema.ts'
import type { Sync } from './schema.ts'

export const shopConnectedElsewhere = () =>
  conflict(
    'This shop is connected to another organization. Disconnect it there first, or remove the app at Shopify.',
    'shop_connected_elsewhere',
  )

/** For the refused address of a shop on this machine: the setting that allows it. */
export function trialHint(config: { webhookAllowPrivate: boolean }, address: string): string | undefined {
  const host = URL.parse(address)?.hostname
  if (config.webhookAllowPrivate || host === undefined || !isLoopbackHost(host)) return undefined
  return 'To try a shop on this machine, start Evident with WEBHOOK_ALLOW_PRIVATE=true.'
}

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]

const pausesMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs]
const givenUpAfterMs = 6 * hourMs

export const pauseAfter = (failures: number, askedMs: number | null): number =>
  askedMs ?? pausesMs[Math.min(failures, pausesMs.length) - 1] ?? hourMs

export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= givenUpAfterMs

const [nightFrom, nightMinutes] = [60, 240]

/** The minute of the night at which the store's sync runs. Stores are spread over four hours in their time zones. */
export const nightlyMinute = (storeEnvId: string): number =>
  nightFrom + (createHash('sha256').update(storeEnvId).digest().readUInt32BE() % nightMinutes)

/**
 * The next occurrence of this minute in the zone. On a night that skips the minute, the next occurrence is an hour later.
 */
export function nextNight(storeEnvId: string, timezone: string, now: Date): Date {
  const minute = nightlyMinute(storeEnvId)
  for (let days = -1; days <= 2; days++) {
    const day = localParts(new Date(now.getTime() + days * dayMs), timezone)
    const asUtc = Date.UTC(day.year, day.month - 1, day.day, 0, minute)
    const at = new Date(asUtc - offsetMs(new Date(asUtc - offsetMs(new Date(asUtc), timezone)), timezone))
    if (at.getTime() > now.getTime()) return at
  }
  return new Date(now.getTime() + dayMs)
}

function offsetMs(at: Date, timezone: string): number {
  const local = localParts(at, timezone)
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second)
  return asUtc - Math.floor(at.getTime() / secondMs) * secondMs
}

function localParts(at: Date, timezone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day, hour] = [read('year'), read('month'), read('day'), read('hour')]
  return { year, month, day, hour, minute: read('minute'), second: read('second') }
}

/** True if so many variants would be retired that a mistake or a fault in the shop is likely. */
export const isToBeHeld = (wouldRetire: number, live: number): boolean => wouldRetire > 10 && wouldRetire > live * 0.2

export type Counts = Sync['counts']
export const noCounts: Counts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  retired: 0,
  returned: 0,
  categories: 0,
  failed: 0,
}

export const added = (counts: Counts, more: Partial<Counts>): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count + (more[name as keyof Counts] ?? 0)]),
  ) as Counts

/**
 * A changed count means that rows moved between pages, so one may be missing. An empty list without a count is probably a
 * fault.
 */
export function isCounted(seen: number, totals: ReadonlySet<number | null>): boolean {
  const [total = null, ...others] = totals
  if (others.length > 0) return false
  return total === null ? seen > 0 : seen >= total
}

const maxWarnings = 100

export function joinWarnings(known: readonly Warning[], more: readonly Warning[]): Warning[] {
  const all = [...known]
  const names = new Set(all.map(nameOf))
  for (const warning of more) {
    if (all.length >= maxWarnings) break
    if (names.has(nameOf(warning))) continue
    names.add(nameOf(warning))
    all.push(cleaned(warning))
  }
  return all
}

const nameOf = ({ code, message, platformId }: Warning) => `${code} ${platformId ?? ''} ${message}`

const cleaned = ({ code, message, platformId }: Warning): Warning => ({
  code: code.slice(0, 100),
  message: clean(message).slice(0, 500),
  ...(platformId !== undefined && { platformId: clean(platformId).slice(0, 255) }),
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: the database keeps no NUL
const clean = (text: string) => text.replaceAll(/\u0000/g, '').toWellFormed()

export type FittedProduct = { row: ProductRow; warnings: Warning[] }

export function fit(product: ShopProduct, names: ReadonlyMap<string, string>): FittedProduct | { warnings: Warning[] } {
  const platformId = product.platformProductId
  const warnings: Warning[] = []
  const leaveOut = (what: string, why: string) =>
    warnings.push({ code: 'left_out', message: `${what} was skipped: ${why}.`, platformId })
  if (!isId(platformId)) {
    leaveOut('A product', 'its id is empty or too long')
    return { warnings }
  }
  const text = (what: string, value: string | null, most: number) => {
    if (value === null) return null
    const read = clean(value)
    if (read.length <= most) return read
    leaveOut(what, `it is longer than ${most.toLocaleString('en')} characters`)
    return null
  }
  const address = (what: string, value: string | null) => {
    if (value === null || value === '') return null
    if (/^https?:\/\//i.test(value) && value.length <= 2_048 && URL.canParse(value) && clean(value) === value)
      return value
    leaveOut(what, 'it is not a web address of at most 2,048 characters')
    return null
  }
  const price = ({ price: value }: ShopVariant) => {
    if (value === null) return null
    const rounded = value.replace(/^(\d+\.\d{6})\d*$/, '$1')
    if (/^\d{1,15}(\.\d{1,6})?$/.test(rounded)) {
      if (rounded !== value && /[1-9]/.test(value.slice(rounded.length)))
        leaveOut('The text of a price', 'it has more than six decimals')
      return rounded
    }
    leaveOut('A price', 'it is not a valid amount')
    return null
  }
  if (product.variants.length > maxVariants) leaveOut('Variants', `there are more than ${maxVariants}`)
  const seen = new Set<string>()
  const variants = product.variants.slice(0, maxVariants).flatMap((variant) => {
    if (!isId(variant.platformVariantId) || seen.has(variant.platformVariantId)) {
      leaveOut('A variant', 'its id is empty, too long, or there twice')
      return []
    }
    seen.add(variant.platformVariantId)
    return [
      {
        platformVariantId: variant.platformVariantId,
        title: text('The title of a variant', variant.title, 500),
        sku: text('An SKU', variant.sku, 255),
        gtin: text('A GTIN', variant.gtin, 100),
        mpn: text("A manufacturer's part number", variant.mpn, 255),
        brand: text('A brand', variant.brand, 255),
        price: price(variant),
        currency: /^[A-Z]{3}$/.test(variant.currency ?? '') ? variant.currency : null,
        imageUrl: address("A variant's picture", variant.imageUrl),
      },
    ]
  })
  const categories = [...new Set(product.categoryIds.flatMap((id) => names.get(id) ?? []))].slice(0, 250)
  const row: ProductRow = {
    platformProductId: platformId,
    title: text('The title', product.title, 500),
    handle: text('The handle', product.handle, 255),
    url: address('The address of the page', product.url),
    imageUrl: address('The picture', product.imageUrl),
    description: text('The description', product.description, 100_000),
    status: product.status,
    categories,
    groupKey: text('The group', product.groupKey ?? null, 255),
    variants,
  }
  return { row, warnings }
}

const isId = (id: string) => id.length <= 255 && /\S/.test(id) && clean(id) === id
