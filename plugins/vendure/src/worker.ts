// Reports changes to Evident, and reads ratings. Several instances of the shop share the tables.
import { delayAfter } from './lib/delay.ts'
import type { Evident } from './lib/evident.ts'
import { readSummaries, type Summary } from './lib/summaries.ts'
import type { ClaimedNote, Outbox } from './outbox.ts'

const everyMs = 1_000
const cleanedMs = 60_000
const atOnce = 20
const claimedMs = 60_000
const mostProducts = 100

type Parts = {
  evident: Evident
  outbox: Outbox
  write(summaries: readonly Summary[], askedAt: number): Promise<void>
  /** Reads a page of the nightly ratings if they are due. False after the last page. */
  readSome(): Promise<boolean>
  warn(message: string): void
}

export function createWorker({ evident, outbox, write, readSome, warn }: Parts) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let pausedUntil = 0
  let failures = 0
  let loggedAt = 0
  let cleanedAt = 0

  const complain = (message: string) => {
    if (Date.now() - loggedAt < 60_000) return
    loggedAt = Date.now()
    warn(message)
  }

  /** One failure stops the round, so that an outage does not cost a failed call for each note. */
  const pause = (retryAfterMs: number, status: number) => {
    failures++
    pausedUntil = Date.now() + Math.max(retryAfterMs, delayAfter(Math.min(failures, 7)))
    const what = status === 0 ? 'Evident does not answer' : `Evident answers ${status}`
    complain(`${what}. Changes wait in the shop's database.`)
  }

  async function reportSome(): Promise<boolean> {
    const notes = await outbox.claim(['order.updated', 'product.updated', 'product.deleted'], atOnce, claimedMs)
    let isAway = false
    for (const note of notes) {
      if (isAway) {
        await outbox.later(note, delayAfter(note.attempts))
        continue
      }
      const answer = await evident.tell({ type: note.type, data: { id: note.subject } })
      if (answer.status >= 200 && answer.status < 300) {
        failures = 0
        await outbox.done(note)
        continue
      }
      isAway = true
      await outbox.later(note, Math.max(answer.retryAfterMs, delayAfter(note.attempts)))
      pause(answer.retryAfterMs, answer.status)
    }
    return notes.length > 0 && !isAway
  }

  async function rateSome(): Promise<boolean> {
    const notes = await outbox.claim(['rating'], mostProducts, claimedMs)
    if (notes.length === 0) return false
    const isWritten = await ask(notes.map(({ subject }) => subject))
    const settle = (note: ClaimedNote) =>
      isWritten ? outbox.done(note) : outbox.later(note, delayAfter(Math.min(note.attempts, 7)))
    for (const note of notes) await settle(note)
    return isWritten
  }

  /** False without a usable response. The earlier ratings then stay in the table. */
  async function ask(productIds: readonly string[]): Promise<boolean> {
    const askedAt = Date.now()
    const { status, body, retryAfterMs } = await evident.summaries(productIds)
    const summaries = status === 200 ? readSummaries(productIds, body) : undefined
    if (!summaries) {
      pause(retryAfterMs, status)
      return false
    }
    await write(summaries, askedAt)
    failures = 0
    return true
  }

  const isPaused = () => timer === undefined || Date.now() < pausedUntil

  async function round(): Promise<void> {
    try {
      if (Date.now() - cleanedAt > cleanedMs) {
        cleanedAt = Date.now()
        await outbox.clean()
      }
      do {
        while (!isPaused() && (await rateSome()));
        while (!isPaused() && (await reportSome()));
      } while (!isPaused() && (await readSome()))
    } catch (error) {
      complain(`The shop's database refused (${(error as Error).name}).`)
    }
  }

  return {
    start() {
      timer ??= setInterval(() => {
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
  }
}

export type Worker = ReturnType<typeof createWorker>
