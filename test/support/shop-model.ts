// The expected responses of one shop, stored in maps that know no other shop.
import assert from 'node:assert/strict'
import type { Answer, Api } from './service.ts'

export type Command =
  | { kind: 'push products'; rows: { id: string; title: string }[] }
  | { kind: 'push orders'; rows: { id: string; email: string; products: string[]; isCancelled: boolean }[] }
  | { kind: 'resolve' }
  | { kind: 'clear orders' }
  | { kind: 'write'; product: string; order: string | null; email: string; rating: number }
  | { kind: 'moderate'; nth: number; status: 'approved' | 'rejected' | 'spam'; reply: string | null }
  | { kind: 'moderate all'; status: 'approved' | 'spam' }
  | { kind: 'edit'; nth: number }
  | { kind: 'delete'; nth: number }
  | { kind: 'read' }
  | { kind: 'reach over'; nth: number }

type Order = { email: string; isCancelled: boolean; lines: { product: string; isLinked: boolean }[]; pushed: string }
type Review = {
  product: string
  order: string | null
  rating: number
  status: string
  verified: boolean
  reply: string | null
}

export class ShopModel {
  readonly products = new Map<string, { id: string; title: string }>()
  readonly orders = new Map<string, Order & { id: string }>()
  readonly reviews = new Map<string, Review>()
  /** Number of reviews so far. It makes every text different, because an equal text would count as a duplicate. */
  private written = 0
  private readonly api: Api
  /** Returns the ids of the other shop's rows, which must not exist in this shop. */
  private readonly others: () => { reviews: string[]; products: string[]; orders: string[] }

  constructor(api: Api, others: ShopModel['others']) {
    this.api = api
    this.others = others
  }

  async run(command: Command): Promise<void> {
    switch (command.kind) {
      case 'push products':
        return this.pushProducts(command.rows)
      case 'push orders':
        return this.pushOrders(command.rows)
      case 'resolve':
        return this.resolve()
      case 'clear orders':
        return this.clearOrders()
      case 'write':
        return this.write(command)
      case 'moderate':
        return this.moderate(command)
      case 'moderate all':
        return this.moderateAll(command.status)
      case 'edit':
        return this.edit(command.nth)
      case 'delete':
        return this.delete(command.nth)
      case 'read':
        return this.readAll()
      case 'reach over':
        return this.reachOver(command.nth)
    }
  }

  private async pushProducts(rows: { id: string; title: string }[]): Promise<void> {
    const counts = { created: 0, updated: 0, unchanged: 0 }
    for (const { id, title } of rows) {
      const before = this.products.get(id)
      counts[before ? (before.title === title ? 'unchanged' : 'updated') : 'created']++
    }
    const body = rows.map(({ id, title }) => ({ platformProductId: id, title }))
    const answer = await this.api.put('/products', body)
    expect(answer, 200, { received: rows.length, ...counts, failed: 0, errors: [] })
    for (const { id, title } of rows) {
      const read = await this.api.get(`/products/by-platform-id/${id}`)
      expect(read, 200, { platformProductId: id, title, status: 'active' })
      const known = this.products.get(id)
      if (known) assert.equal(read.body.id, known.id)
      this.products.set(id, { id: read.body.id, title })
    }
  }

  private async pushOrders(rows: Extract<Command, { kind: 'push orders' }>['rows']): Promise<void> {
    const counts = { created: 0, updated: 0, unchanged: 0 }
    const body = rows.map(({ id, email, products, isCancelled }) => ({
      platformOrderId: id,
      email,
      placedAt: '2026-11-01T00:00:00Z',
      cancelledAt: isCancelled ? '2026-11-02T00:00:00Z' : null,
      lineItems: products.map((product) => ({ platformProductId: product })),
    }))
    const outcomes = rows.map(({ id }, i) => {
      const before = this.orders.get(id)
      return before ? (before.pushed === JSON.stringify(body[i]) ? 'unchanged' : 'updated') : 'created'
    })
    for (const outcome of outcomes) counts[outcome]++
    expect(await this.api.put('/orders', body), 200, { received: rows.length, ...counts, failed: 0, errors: [] })
    for (const [i, { id, email, products, isCancelled }] of rows.entries()) {
      const read = await this.api.get(`/orders/by-platform-id/${id}`)
      if (outcomes[i] !== 'unchanged') {
        // A line item is linked when it is written, if its product is already known.
        const lines = products.map((product) => ({ product, isLinked: this.products.has(product) }))
        this.orders.set(id, { id: read.body.id, email, isCancelled, lines, pushed: JSON.stringify(body[i]) })
      }
      this.expectOrder(read.body)
    }
  }

  private async resolve(): Promise<void> {
    const lines = [...this.orders.values()].flatMap((order) => order.lines)
    const before = lines.filter(({ isLinked }) => isLinked).length
    for (const line of lines) line.isLinked ||= this.products.has(line.product)
    const linked = lines.filter(({ isLinked }) => isLinked).length
    const answer = await this.api.post('/orders/resolve-line-items')
    expect(answer, 200, { resolved: linked - before, unresolved: lines.length - linked })
  }

  private async clearOrders(): Promise<void> {
    expect(await this.api.post('/orders/clear', {}), 200, { cleared: this.orders.size })
    this.orders.clear()
    for (const review of this.reviews.values()) review.order = null
  }

  private async write({ product, order, email, rating }: Extract<Command, { kind: 'write' }>): Promise<void> {
    const known = this.products.get(product)
    const orderId = order === null ? null : this.orders.get(order)?.id
    if (orderId === undefined) return
    const body = `Text ${++this.written}`
    const answer = await this.api.post('/reviews', {
      platformProductId: product,
      orderId,
      rating,
      body,
      authorName: 'Ann',
      authorEmail: email,
    })
    if (!known) return expect(answer, 404, { code: 'not_found' })
    const isReviewed = (of: string) =>
      [...this.reviews.values()].some((each) => each.order === of && each.product === product)
    const bought = [...this.orders].filter(
      ([, each]) =>
        each.email === email &&
        !each.isCancelled &&
        each.lines.some((line) => line.isLinked && line.product === product),
    )
    // All orders have the same time, so the order with the highest id is the newest.
    const [open] = bought.filter(([of]) => !isReviewed(of)).toSorted(([, a], [, b]) => (a.id < b.id ? 1 : -1))
    const verified = bought.length > 0
    const isSecond = order === null ? verified && !open : isReviewed(order)
    if (isSecond) return expect(answer, 409, { code: 'already_reviewed' })
    const review = { product, order: order ?? open?.[0] ?? null, rating, status: 'pending', verified, reply: null }
    assert.equal(answer.status, 201, answer.text)
    this.reviews.set(answer.body.id, review)
    this.expectReview(answer.body)
  }

  private async moderate({ nth, status, reply }: Extract<Command, { kind: 'moderate' }>): Promise<void> {
    const [id, review] = this.review(nth)
    if (!review) return
    const answer = await this.api.put(`/reviews/${id}`, { status, reply: reply && { body: reply } })
    assert.equal(answer.status, 200, answer.text)
    Object.assign(review, { status, reply })
    this.expectReview(answer.body)
  }

  private async moderateAll(status: 'approved' | 'spam'): Promise<void> {
    const [foreign] = this.others().reviews
    const ids = [...this.reviews.keys(), ...(foreign ? [foreign] : [])]
    const answer = await this.api.post('/reviews/bulk-update', { updates: ids.map((id) => ({ id, status })) })
    const updated = [...this.reviews.values()].filter((review) => review.status !== status).length
    expect(answer, 200, { updated, unchanged: this.reviews.size - updated, locked: 0, failed: foreign ? 1 : 0 })
    for (const review of this.reviews.values()) review.status = status
  }

  private async edit(nth: number): Promise<void> {
    const [id, review] = this.review(nth)
    if (!review) return
    const answer = await this.api.put(`/reviews/${id}`, { rating: (review.rating % 5) + 1, status: 'spam' })
    expect(answer, 403, { code: 'review_content_locked' })
  }

  private async delete(nth: number): Promise<void> {
    const [id, review] = this.review(nth)
    if (!review) return
    assert.equal((await this.api.delete(`/reviews/${id}`)).status, 204)
    this.reviews.delete(id)
    assert.equal((await this.api.get(`/reviews/${id}`)).status, 404)
  }

  async readAll(): Promise<void> {
    const products = await this.listed('/products')
    assert.deepEqual(products.map((each) => each.platformProductId).sort(), [...this.products.keys()].sort())
    const orders = await this.listed('/orders')
    assert.deepEqual(orders.map((each) => each.platformOrderId).sort(), [...this.orders.keys()].sort())
    for (const order of orders) this.expectOrder(order)
    const reviews = await this.listed('/reviews')
    assert.deepEqual(reviews.map((each) => String(each.id)).sort(), [...this.reviews.keys()].sort())
    for (const review of reviews) this.expectReview(review)
    const approved = [...this.reviews.values()].filter(({ status }) => status === 'approved')
    expect(await this.api.get('/reviews/summary'), 200, {
      count: approved.length,
      verifiedCount: approved.filter(({ verified }) => verified).length,
    })
    expect(await this.api.get('/reviews?status=approved&includeTotal=true&limit=1'), 200, {
      pagination: { limit: 1, hasMore: approved.length > 1, total: approved.length },
    })
  }

  private async reachOver(nth: number): Promise<void> {
    const { reviews, products, orders } = this.others()
    const calls: [string, string, unknown?][] = [
      ...pick(reviews, nth).flatMap((id): [string, string, unknown?][] => [
        ['GET', `/reviews/${id}`],
        ['PUT', `/reviews/${id}`, { status: 'spam' }],
        ['DELETE', `/reviews/${id}`],
      ]),
      ...pick(products, nth).map((id): [string, string] => ['GET', `/products/${id}`]),
      ...pick(orders, nth).map((id): [string, string] => ['GET', `/orders/${id}`]),
    ]
    for (const [method, path, body] of calls)
      expect(await this.api.call(method, path, body), 404, { code: 'not_found' })
    for (const id of pick(products, nth)) {
      const review = { productId: id, rating: 5, body: 'x', authorName: 'x', authorEmail: 'a@example.com' }
      expect(await this.api.post('/reviews', review), 404, { code: 'not_found' })
      expect(await this.api.get(`/reviews?productId=${id}`), 200, { data: [] })
    }
  }

  private async listed(path: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = []
    for (let cursor = ''; ; ) {
      const { status, body, text } = await this.api.get(`${path}?limit=2${cursor}`)
      assert.equal(status, 200, text)
      rows.push(...body.data)
      if (!body.pagination.hasMore) return rows
      cursor = `&cursor=${body.pagination.nextCursor}`
    }
  }

  private review(nth: number): [string, Review | undefined] {
    const [entry] = pick([...this.reviews], nth)
    return entry ?? ['', undefined]
  }

  private expectReview(body: Record<string, unknown>): void {
    const review = this.reviews.get(String(body.id))
    assert.ok(review, `an unknown review ${JSON.stringify(body)}`)
    const { product, order, reply, ...rest } = review
    assertHas(body, {
      ...rest,
      productId: this.products.get(product)?.id,
      product: { platformProductId: product, title: this.products.get(product)?.title },
      orderId: order === null ? null : this.orders.get(order)?.id,
    })
    assert.equal((body.reply as { body: string } | null)?.body ?? null, reply)
  }

  private expectOrder(body: Record<string, unknown>): void {
    const order = this.orders.get(String(body.platformOrderId))
    assert.ok(order, `an unknown order ${JSON.stringify(body)}`)
    const lineItems = body.lineItems as { platformProductId: string; productId: string | null }[]
    assertHas(body, { id: order.id, cancelledAt: order.isCancelled ? '2026-11-02T00:00:00.000Z' : null })
    assert.deepEqual(
      lineItems.map((line) => [line.platformProductId, line.productId]),
      order.lines.map((line) => [line.product, line.isLinked ? this.products.get(line.product)?.id : null]),
    )
  }
}

const pick = <T>(all: T[], nth: number): T[] => (all.length === 0 ? [] : [all[nth % all.length] as T])

function expect(answer: Answer, status: number, body: object): void {
  assert.equal(answer.status, status, answer.text)
  assertHas(answer.body, body)
}

function assertHas(actual: unknown, expected: object): void {
  assert.partialDeepStrictEqual(actual as object, expected)
}
