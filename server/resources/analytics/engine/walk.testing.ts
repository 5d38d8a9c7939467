import assert from 'node:assert/strict'
import { newPhotoKey, readPhotoKey } from '#platform/files/images/keys.ts'
import { newId } from '#platform/values/ids.ts'
import { importReviews } from '#resources/reviews/files/import-commands.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, submission } from '#resources/reviews/reviews.testing.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Api, day, type Shop, type TestService } from '#test/service.ts'
import { sumStore } from './commands.ts'

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Pacific/Kiritimati'],
  ...['America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Pago_Pago', 'America/Havana'],
]
const hour = 3_600_000
const said = ['handle', 'Handle', 'sturdy', 'lid', 'tight', 'the', 'and', 'und', 'les', 'Größe', 'ok', '2026', 'чашка']

/** The numbers depend only on the seed. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, one: <T>(of: readonly T[]): T => of[below(of.length)] as T }
}

export type Random = ReturnType<typeof createRandom>

export async function createWalk(service: TestService, shop: Shop, random: Random) {
  const { db } = service.service
  const owner = await shop.signedIn()
  const products = await Promise.all(['mug', 'cup', 'pot'].map((name) => addProduct(shop, name)))
  const reviews: string[] = []
  const photos = new Map<string, string>()
  const files: { key: string; productId: string }[] = []
  const author = () => `a${random.below(40)}@customer.example`
  let phrases = 0
  const phrase = () => {
    const words = Array.from({ length: 1 + random.below(9) }, () => random.one(said))
    return `${words.join(random.one([' ', ', ']))} ${++phrases}`
  }
  const write = <T>(work: (tx: Parameters<Parameters<typeof db.store>[2]>[0]) => Promise<T>) =>
    db.store(shop, 'write', work)
  const removeId = (id: string) => reviews.splice(reviews.indexOf(id), 1)
  const now = () => service.service.clock.now().getTime()
  const answered = async (answer: ReturnType<Api['get']>, ...statuses: number[]) => {
    const { status, text, body } = await answer
    assert.ok(statuses.includes(status), text)
    return body
  }

  const imported = async (which: readonly { key: string; productId: string }[]) => {
    const rows = which.map(({ key, productId }) => ({
      ...{
        key,
        productId,
        orderId: null,
        rating: 1 + random.below(5),
        title: null,
        authorName: 'Al',
        authorEmail: author(),
      },
      body: phrase(),
      status: random.one(['pending', 'approved', 'rejected', 'spam'] as const),
      claimedVerified: random.next() < 0.5,
      incentive: random.one([null, 'coupon', 'points'] as const),
      ...(random.next() < 0.5
        ? { replyBody: 'Thanks', repliedAt: new Date(now()).toISOString() }
        : { replyBody: null, repliedAt: null }),
      ...{ locale: null, country: null, photoUrls: [] },
      submittedAt: new Date(now() - random.below(300 * day)).toISOString(),
    }))
    const file = { importId: newId(now()), importedFrom: 'loox' }
    for (const { outcome, reviewId } of await write((tx) => importReviews(tx, file, rows)))
      if (outcome === 'imported') reviews.push(reviewId)
  }

  const acts = {
    async submit() {
      const about = { body: phrase(), locale: random.one(['en', 'de-DE', 'fr']) }
      const body = submission(random.one(products), { rating: 1 + random.below(5), authorEmail: author(), ...about })
      reviews.push((await answered(shop.api.post('/reviews', body), 201)).id)
    },
    async import() {
      const made = Array.from({ length: 1 + random.below(5) }, () => ({
        key: Array.from({ length: 64 }, () => random.below(16).toString(16)).join(''),
        productId: random.one(products),
      }))
      files.push(...made)
      await imported(made)
    },
    async importAgain() {
      if (files.length > 0) await imported([random.one(files)])
    },
    async decide() {
      const status = random.one(['approved', 'rejected', 'spam'])
      const reason =
        status === 'rejected' && random.next() < 0.7 ? { reason: random.one(['offensive', 'fake', 'other']) } : {}
      await answered(shop.api.put(`/reviews/${random.one(reviews)}`, { status, ...reason }), 200, 404)
    },
    async decideMany() {
      const ids = new Set(Array.from({ length: 1 + random.below(6) }, () => random.one(reviews)))
      const updates = [...ids].map((id) => ({ id, status: random.one(['approved', 'rejected', 'spam']) }))
      await answered(shop.api.post('/reviews/bulk-update', { updates }), 200)
    },
    async reply() {
      const reply = random.next() < 0.7 ? { body: `Thank you ${random.next()}` } : null
      await answered(shop.api.put(`/reviews/${random.one(reviews)}`, { reply }), 200, 404)
    },
    async edit() {
      const change = random.next() < 0.5 ? { rating: 1 + random.below(5) } : { verified: random.next() < 0.5 }
      await answered(shop.api.put(`/reviews/${random.one(reviews)}`, change), 200, 403, 404)
    },
    async addPhoto() {
      const id = random.one(reviews)
      const storageKey = newPhotoKey(shop.storeEnvId, new Date(now()))
      await write((tx) => addPhotos(tx, id, [{ storageKey, width: 10, height: 10 }])).catch(() => {})
      photos.set(readPhotoKey(storageKey)?.photoId ?? '', id)
    },
    async deletePhoto() {
      const [photoId, id] = random.one([...photos]) ?? []
      if (photoId === undefined) return
      photos.delete(photoId)
      await answered(owner.delete(`/reviews/${id}/photos/${photoId}`), 204, 404)
    },
    async deleteReview() {
      const id = random.one(reviews)
      removeId(id)
      await answered(owner.delete(`/reviews/${id}`), 204, 404)
    },
    async erase() {
      const mode = random.one(['delete', 'anonymize'])
      await answered(shop.api.put('/customers/erasure-settings', { mode }), 200)
      await answered(shop.api.post('/customers/erase', { email: author() }), 200)
    },
    async moveClock() {
      service.advance(random.next() < 0.9 ? random.below(20 * hour) : -random.below(30 * hour))
    },
    async changeZone() {
      await answered(owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone: random.one(zones) }), 200)
    },
    async sum() {
      await sumStore(db, shop, new AbortController().signal)
    },
  }
  const weights: Record<keyof typeof acts, number> = {
    ...{
      submit: 18,
      import: 5,
      importAgain: 5,
      decide: 18,
      decideMany: 5,
      reply: 10,
      edit: 5,
      addPhoto: 4,
      deletePhoto: 4,
    },
    ...{ deleteReview: 4, erase: 2, moveClock: 16, changeZone: 0.15, sum: 3 },
  }
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)

  return {
    acts,
    async step(): Promise<void> {
      let at = random.next() * total
      for (const [name, weight] of Object.entries(weights)) {
        at -= weight
        if (at > 0) continue
        const needsReview = ['decide', 'decideMany', 'reply', 'edit', 'addPhoto', 'deleteReview'].includes(name)
        return needsReview && reviews.length === 0 ? acts.submit() : acts[name as keyof typeof acts]()
      }
    },
  }
}

export async function choosePaths({ api }: Shop, random: Random): Promise<string[]> {
  const { body: today } = await api.get('/analytics/reviews')
  const to = new Date(Date.parse(today.to) - random.below(40) * day).toISOString().slice(0, 10)
  const from = new Date(Date.parse(to) - random.below(400) * day).toISOString().slice(0, 10)
  const interval = random.one(['day', 'week', 'month'])
  return [
    `/analytics/reviews?from=${from}&to=${to}&interval=${interval}`,
    `/analytics/moderation?from=${from}&to=${to}&interval=${interval}`,
    `/analytics/products?from=${from}&to=${to}`,
    `/evidence/suppression?from=${from}&to=${to}`,
    ...['/analytics/reviews', '/analytics/moderation', '/analytics/products', '/evidence/suppression'],
  ]
}

export async function readAll({ api }: Shop, paths: readonly string[]): Promise<unknown[]> {
  const answers = []
  for (const path of paths) {
    const { status, body, text } = await api.get(path)
    assert.equal(status, 200, text)
    answers.push([path, body])
  }
  return answers
}

/** Reads reports from sums and from rows. The clock is stopped, because the warnings of products depend on it. */
export async function readBothWays(service: TestService, shop: Shop, paths: readonly string[]) {
  const goOn = freezeClock(service, service.service.clock.nowMs())
  try {
    return [await readAll(shop, paths), await readFromRows(service, shop, paths)] as const
  } finally {
    goOn()
  }
}

/** Sets another time zone for the sums, which disables them, so that reports count rows. */
async function readFromRows(service: TestService, shop: Shop, paths: readonly string[]): Promise<unknown[]> {
  const hide = (zone: string) =>
    service.query(`update analytics_coverage set timezone = ${zone} where store_env_id = $1`, [shop.storeEnvId])
  await hide(`'not ' || timezone`)
  try {
    return await readAll(shop, paths)
  } finally {
    await hide(`substr(timezone, 5)`)
  }
}
