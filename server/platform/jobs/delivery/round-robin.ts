// Serves a few receivers at a time, in turn. It picks the organization with the fewest receivers being served, and among
// equals the one served longest ago. A receiver that needs more than one turn rejoins the queue at its end. Ten thousand
// items of one receiver therefore delay no single item of another.

export type Serve<T> = (receiver: T) => Promise<boolean>

export class RoundRobin<T> {
  private readonly atOnce: number
  private readonly waiting = new Map<string, { receiver: T; serve: Serve<T> }>()
  private readonly serving = new Map<string, Promise<unknown>>()
  private readonly organizationOf: (receiver: T) => string
  private readonly organizations = new Map<string, { serving: number; servedAt: number }>()
  private services = 0
  private servers = 0

  constructor(atOnce: number, organizationOf: (receiver: T) => string) {
    this.atOnce = atOnce
    this.organizationOf = organizationOf
  }

  get room(): number {
    return this.atOnce - this.servers
  }

  get served(): string[] {
    return [...this.serving.keys()]
  }

  /** Number of receivers being served, by organization. */
  get organizationsServed(): Map<string, number> {
    const counts = [...this.organizations].map(([organization, { serving }]) => [organization, serving] as const)
    return new Map(counts.filter(([, serving]) => serving > 0))
  }

  /**
   * Adds the receiver to the queue. If a slot is free, this call serves the queue until the queue is empty, and rejects
   * with the first error.
   */
  async join(key: string, receiver: T, serve: Serve<T>, stopping: AbortSignal): Promise<void> {
    this.waiting.set(key, { receiver, serve })
    if (this.room <= 0) return
    this.servers++
    const errors: unknown[] = []
    for (let next = this.next(); next && !stopping.aborted; next = this.next())
      await this.serve(...next).catch((error) => errors.push(error))
    // This runs in the same tick as the last check of the queue, so later callers find the slot free.
    this.servers--
    if (errors.length > 0) throw errors[0]
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.serving.values())
  }

  takeWaiting(): T[] {
    const left = [...this.waiting.values()].map(({ receiver }) => receiver)
    this.waiting.clear()
    return left
  }

  /** A receiver that joins during its own turn waits until that turn ends. */
  private next(): [string, { receiver: T; serve: Serve<T> }] | undefined {
    const rank = ([, { receiver }]: [string, { receiver: T }]) => {
      const { serving, servedAt } = this.findCounts(receiver)
      return serving * Number.MAX_SAFE_INTEGER + servedAt
    }
    const free = [...this.waiting].filter(([key]) => !this.serving.has(key))
    return free.reduce<(typeof free)[number] | undefined>(
      (best, each) => (best === undefined || rank(each) < rank(best) ? each : best),
      undefined,
    )
  }

  private findCounts(receiver: T): { serving: number; servedAt: number } {
    return this.organizations.get(this.organizationOf(receiver)) ?? { serving: 0, servedAt: 0 }
  }

  private count(receiver: T, more: 1 | -1): void {
    const { serving, servedAt } = this.findCounts(receiver)
    this.organizations.set(this.organizationOf(receiver), {
      serving: serving + more,
      servedAt: more === 1 ? ++this.services : servedAt,
    })
  }

  private async serve(key: string, each: { receiver: T; serve: Serve<T> }): Promise<void> {
    this.waiting.delete(key)
    this.count(each.receiver, 1)
    const serving = each.serve(each.receiver)
    this.serving.set(key, serving)
    try {
      if ((await serving) && !this.waiting.has(key)) this.waiting.set(key, each)
    } finally {
      this.serving.delete(key)
      this.count(each.receiver, -1)
      if (this.serving.size === 0 && this.waiting.size === 0) this.organizations.clear()
    }
  }
}
