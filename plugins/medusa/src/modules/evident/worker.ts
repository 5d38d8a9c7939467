// Reports changes to Evident, and asks for ratings. Several instances of the shop share the tables.
import type { Evident } from '../../lib/evident.ts'
import type { Note, Table } from './table.ts'

const everyMs = 1_000
const cleanedMs = 60_000
const atOnce = 20
const claimedMs = 60_000
const mostProducts = 100
const [firstMs, longestMs] = [1_000, 3_600_000]

/** 1 s, 2 s, 4 s … at most 1 h. */
export const delayAfter = (attempts: number): number => Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs)

type Log = { warn(message: string): void }

export function createWorker(evident: Evident, table: Table, log: Log) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let pausedUntil = 0
  let failures = 0
  let loggedAt = 0
  let cleanedAt = 0

  const complain = (message: string) => {
    if (Date.now() - loggedAt < 60_000) return
    loggedAt = Date.now()
    log.warn(`Evident: ${message}`)
  }

  /** One failure stops the round, so that an outage does not cost a failed call for each note. */
  const pause = (retryAfterMs: number, what: string) => {
    failures++
    pausedUntil = Date.now() + Math.max(retryAfterMs, delayAfter(Math.min(failures, 7)))
    complain(`${what}. Changes wait in the shop's database.`)
  }

  async function tellSome(): Promise<boolean> {
    const notes = await table.claim(false, atOnce, claimedMs)
    let isAway = false
    for (const note of notes) {
      if (isAway) {
        await table.later(note, delayAfter(note.attempts))
        continue
      }
      const answer = await evident.tell({ type: note.type, data: { id: note.subject } })
      if (answer.status >= 200 && answer.status < 300) {
        failures = 0
        await table.done(note)
        continue
      }
      isAway = true
      await table.later(note, Math.max(answer.retryAfterMs, delayAfter(note.attempts)))
      pause(answer.retryAfterMs, answer.status === 0 ? 'there is no answer' : `the answer is ${answer.status}`)
    }
    return notes.length === atOnce && !isAway
  }

  async function rateSome(): Promise<boolean> {
    const notes = await table.claim(true, mostProducts, claimedMs)
    if (notes.length === 0) return false
    const isWritten = await ask(notes.map(({ subject }) => subject))
    for (const note of notes) await (isWritten ? table.done(note) : table.later(note, delayAfter(note.attempts)))
    return isWritten && notes.length === mostProducts
  }

  /** False without a usable response. The earlier ratings then stay in the table. */
  async function ask(productIds: readonly string[]): Promise<boolean> {
    const askedAt = new Date()
    const { status, body, retryAfterMs } = await evident.summaries(productIds)
    const found = (body as { data?: unknown } | undefined)?.data
    if (status !== 200 || !Array.isArray(found)) {
      pause(retryAfterMs, status === 0 ? 'there is no answer' : `the answer is ${status}`)
      return false
    }
    const known = new Map(found.map((each) => [each.platformProductId, each]))
    const none = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
    const rows = productIds.map((id) => {
      const { average = null, count = 0, byStar = none } = known.get(id) ?? {}
      return { product_id: id, average, count, by_star: byStar }
    })
    await table.writeRatings(rows, askedAt)
    failures = 0
    return true
  }

  const isPaused = () => timer === undefined || Date.now() < pausedUntil

  async function round(): Promise<void> {
    try {
      if (Date.now() - cleanedAt > cleanedMs) {
        cleanedAt = Date.now()
        await table.clean()
      }
      while (!isPaused() && (await rateSome()));
      while (!isPaused() && (await tellSome()));
    } catch (error) {
      complain(`the shop's database refused (${(error as Error).name})`)
    }
  }

  return {
    start() {
      if (timer) return
      timer = setInterval(() => {
        running ??= round().finally(() => {
          running = undefined
        })
      }, everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await running
    },
    ask,
    complain,
  }
}

export type Worker = ReturnType<typeof createWorker>
export type { Note }
