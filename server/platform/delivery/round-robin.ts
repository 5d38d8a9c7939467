// Serves receivers in turn, a few at once. One that has more to send than fits its turn goes to the end of the line, so that
// ten thousand items of one hold up no single item of another.

/** Answers whether it has more to send. */
export type Serve<T> = (receiver: T) => Promise<boolean>

export class RoundRobin<T> {
  private readonly atOnce: number
  private readonly waiting = new Map<string, { receiver: T; serve: Serve<T> }>()
  private readonly serving = new Map<string, Promise<unknown>>()
  private servers = 0

  constructor(atOnce: number) {
    this.atOnce = atOnce
  }

  /** How many more could be served right now. */
  get room(): number {
    return this.atOnce - this.servers
  }

  get served(): string[] {
    return [...this.serving.keys()]
  }

  /**
   * Joins the line. The caller that finds a free place serves the line until nobody waits, and rejects with the first error it met;
   * otherwise those who are at it do.
   */
  async join(key: string, receiver: T, serve: Serve<T>, stopping: AbortSignal): Promise<void> {
    this.waiting.set(key, { receiver, serve })
    if (this.room <= 0) return
    this.servers++
    const errors: unknown[] = []
    for (let next = this.next(); next && !stopping.aborted; next = this.next())
      await this.serve(...next).catch((error) => errors.push(error))
    // In the same tick as the last look at the line: a caller that joins from now on finds the place free.
    this.servers--
    if (errors.length > 0) throw errors[0]
  }

  /** Resolves when all that is being served now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.serving.values())
  }

  /** Those who wait leave the line, for somebody else to serve. */
  takeWaiting(): T[] {
    const left = [...this.waiting.values()].map(({ receiver }) => receiver)
    this.waiting.clear()
    return left
  }

  /** One that is being served right now and has joined again waits until that ends. */
  private next(): [string, { receiver: T; serve: Serve<T> }] | undefined {
    return [...this.waiting].find(([key]) => !this.serving.has(key))
  }

  private async serve(key: string, each: { receiver: T; serve: Serve<T> }): Promise<void> {
    this.waiting.delete(key)
    const serving = each.serve(each.receiver)
    this.serving.set(key, serving)
    try {
      if ((await serving) && !this.waiting.has(key)) this.waiting.set(key, each)
    } finally {
      this.serving.delete(key)
    }
  }
}
