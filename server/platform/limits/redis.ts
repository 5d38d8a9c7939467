// The Redis limiter never throws and never delays the start of the process.

import { Redis } from 'ioredis'
import { type Decision, type RateWindow, unlimited } from '../values/windows.ts'
import type { Limiter, LimiterOptions } from './limiter.ts'
import type { MemoryLimiter } from './memory.ts'
import { decideScript, readReply, scriptArguments } from './redis-script.ts'

const probeEveryMs = 1000
const keyPrefix = 'evident:limit:'

type Options = Required<LimiterOptions> & { memory: MemoryLimiter }
type Mode = 'take' | 'peek'

export function createRedisLimiter({ redisUrl, memory, now, log, answerWithinMs }: Options): Limiter {
  const redis = connect(redisUrl)
  let state: 'starting' | 'shared' | 'alone' | 'closed' = 'starting'
  let sharedSinceMs = Number.NEGATIVE_INFINITY
  let probe: NodeJS.Timeout | undefined

  // Only the first calls wait for the connection, at most as long as the response timeout. The start does not wait.
  const connected = new Promise<void>((resolve, reject) => redis.once('ready', resolve).once('close', reject))
  const started = within(answerWithinMs, connected)
    .then(() => ask('take', probeCaller, probeWindows))
    .then(share, leave)

  // Without a listener the client would print a lost connection or end the process.
  redis.on('error', (error) => leave(error))
  redis.on('close', () => leave(new Error('connection closed')))
  redis.on('ready', () => void tryAgain())

  function share(): void {
    if (state === 'shared' || state === 'closed') return
    sharedSinceMs = state === 'alone' ? now() : sharedSinceMs
    state = 'shared'
    clearInterval(probe)
    log.info({}, 'rate limits are counted in Redis, one count for all processes')
  }

  function leave(cause: unknown): void {
    if (state === 'alone' || state === 'closed') return
    state = 'alone'
    log.warn(
      { reason: formatReason(cause) },
      'Redis does not answer: each process counts rate limits in its own memory',
    )
    probe = setInterval(tryAgain, probeEveryMs).unref()
  }

  // Probes with a real decision, because a read-only or full Redis still responds to PING.
  async function tryAgain(): Promise<void> {
    if (state !== 'alone' || redis.status !== 'ready') return
    try {
      await ask('take', probeCaller, probeWindows)
      share()
    } catch {
      // Disconnects, because the old connection to a silently dead peer would otherwise stay open for many minutes.
      if (state === 'alone') redis.disconnect(true)
    }
  }

  async function ask(mode: Mode, caller: string, windows: readonly RateWindow[]): Promise<Decision> {
    const reply = within(answerWithinMs, redis.evidentDecide(keyPrefix + caller, mode, ...scriptArguments(windows)))
    return readReply(await reply, windows)
  }

  async function decide(mode: Mode, caller: string, windows: readonly RateWindow[]): Promise<Decision> {
    if (state === 'starting') await started
    if (state !== 'shared') return memory[mode](caller, windows, now())
    // Redis lacks the calls counted during an outage. Until they have left the windows, memory may also refuse a call.
    if (now() - sharedSinceMs < findLongestWindow(windows)) {
      const own = memory.peek(caller, windows, now())
      if (!own.allowed) return own
    }
    try {
      const decision = await ask(mode, caller, windows)
      // The call is also counted in memory, so that an outage of Redis does not reset every caller's count.
      if (mode === 'take' && decision.allowed) memory.record(caller, windows, now())
      return decision
    } catch (error) {
      leave(error)
      return memory[mode](caller, windows, now())
    }
  }

  return {
    take: (caller, windows) => (windows.length === 0 ? unlimited() : decide('take', caller, windows)),
    peek: (caller, windows) => (windows.length === 0 ? unlimited() : decide('peek', caller, windows)),
    close() {
      state = 'closed'
      clearInterval(probe)
      redis.disconnect()
    },
  }
}

const probeCaller = '(probe)'
const probeWindows: readonly RateWindow[] = [{ name: '1s', quota: 1000, windowMs: 1000 }]

type LimitRedis = Redis & { evidentDecide(key: string, ...args: string[]): Promise<number[]> }

/** The client expects a bare path for a socket, and the scheme of Redis for a Valkey address. */
export const redisAddress = (redisUrl: string): string =>
  redisUrl.replace(/^unix:(\/\/)?/, '').replace(/^valkey(s?):/, 'redis$1:')

function connect(redisUrl: string): LimitRedis {
  const redis = new Redis(redisAddress(redisUrl), {
    connectionName: 'evident-limits',
    // A call that cannot reach Redis is decided in memory immediately, and no command is queued.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Our probe checks more than the client's and has a timeout.
    enableReadyCheck: false,
    connectTimeout: 2000,
    retryStrategy: (attempts) => Math.min(attempts * 100, 1000),
  })
  redis.defineCommand('evidentDecide', { numberOfKeys: 1, lua: decideScript })
  return redis as LimitRedis
}

// After a stall of this process, timers fire before responses that already arrived are read. One more turn of the event
// loop shows whether a response arrived in time.
function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => setImmediate(reject, new Error(`no answer within ${timeoutMs} ms`))
    const timer = setTimeout(late, timeoutMs)
    answer.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

function findLongestWindow(windows: readonly RateWindow[]): number {
  return windows.reduce((longest, { windowMs }) => Math.max(longest, windowMs), 0)
}

function formatReason(cause: unknown): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
