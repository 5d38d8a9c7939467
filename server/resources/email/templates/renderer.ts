// No template may delay a request. A worker thread that exceeds its limits is ended and replaced.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StoreScope } from '#platform/db/db.ts'
import { type Patience, Turns } from '#platform/process/turns.ts'
import { AppError } from '#platform/values/errors.ts'
import type { Report, Task, TaskName, Tasks } from './renderer-thread.ts'

export type Rendering<Name extends TaskName> = { answer: Tasks[Name]['answer'] } | { problem: string }

/** Limit in processor time. A legitimate mail takes one to three milliseconds. */
const limitMs = 150
/** Limit in wall-clock time, which also passes while other threads work. */
const longestMs = 5_000
const startLimitMs = 30_000
/** Idle time after which threads end and free their memory. */
const idleMs = 20_000
const maxThreads = 2
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }
const tooMuch = 'takes too long, or makes too much'
const overrun: Report = { problem: tooMuch, isOver: true, cpuMicros: 0 }

// Module state, because the limits protect the process, whose threads all services share.

const turns = new Turns({ atOnce: maxThreads, ofOrganization: 1 })
const patience: Patience = {
  maxWaiting: 40,
  ms: 60_000,
  refuse: () =>
    new AppError(429, 'rate_limited', 'Many mails of your organization are being rendered. Try again shortly.', {
      headers: { 'retry-after': '2' },
    }),
}
const threads = new Set<Thread>()
let idle: NodeJS.Timeout | undefined

export async function render<Name extends TaskName>(
  scope: StoreScope,
  name: Name,
  asked: Tasks[Name]['asked'],
): Promise<Rendering<Name>> {
  const version = 'version' in asked ? asked.version : null
  if (version && isKnownToOverrun(version)) return { problem: tooMuch }
  const { answer, problem, isOver } = await turns.run(scope, () => runTask({ name, asked } as Task), patience)
  if (version && isOver) overrunAt.set(version, performance.now())
  return problem === undefined ? { answer: answer as Tasks[Name]['answer'] } : { problem }
}

/** Remembers texts that exceeded the limits. Otherwise ten thousand mails with them would each end a worker thread. */
const overrunAt = new Map<string, number>()
const overrunKeptMs = 600_000

function isKnownToOverrun(version: string): boolean {
  const now = performance.now()
  for (const [each, at] of overrunAt) if (now - at > overrunKeptMs) overrunAt.delete(each)
  return overrunAt.has(version)
}

async function runTask(task: Task): Promise<Report> {
  clearTimeout(idle)
  const thread = freeThread()
  if (!thread) throw new Error('No worker thread is free for the next mail.')
  try {
    return await thread.run(task)
  } finally {
    clearTimeout(idle)
    if (![...threads].some(({ isBusy }) => isBusy)) idle = setTimeout(endAll, idleMs).unref()
  }
}

function freeThread(): Thread | undefined {
  const free = [...threads].find((thread) => !thread.isBusy)
  if (free || threads.size >= maxThreads) return free
  const made = new Thread()
  threads.add(made)
  return made
}

function endAll(): void {
  for (const thread of threads) void thread.end()
}

class Thread {
  isBusy = false
  private readonly worker: Worker
  private readonly ready: Promise<void>
  private readonly gone: Promise<Report>
  private cpuMicros = 0
  private failure: Error | undefined

  constructor() {
    this.worker = new Worker(new URL('./renderer-thread.ts', import.meta.url), { resourceLimits: memory, env: {} })
    const started = this.report()
    this.gone = new Promise((resolve) => this.worker.once('exit', () => resolve(overrun)))
    this.ready = Promise.race([started, this.gone]).then(() => undefined)
    this.worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') this.failure = error
    })
    void this.gone.then(() => threads.delete(this))
  }

  /**
   * Throws only when the thread itself is broken. If a template ends the thread, the result is a problem of the template.
   */
  async run(task: Task): Promise<Report> {
    this.isBusy = true
    // The thread is referenced only while a caller waits for it, so that it does not prevent the process from ending.
    this.worker.ref()
    try {
      await this.start()
      const report = this.report()
      this.worker.postMessage(task)
      const ended = new AbortController()
      const over = this.watch(ended.signal)
      const outcome = await Promise.race([report, this.gone, over])
      ended.abort()
      if (outcome.isOver) await this.end()
      if (this.failure) throw this.failure
      return outcome
    } finally {
      this.worker.unref()
      this.isBusy = false
    }
  }

  async end(): Promise<void> {
    // The thread is removed from the set first, so that an ending thread gets no task.
    threads.delete(this)
    await this.worker.terminate()
  }

  private async start(): Promise<void> {
    const slow = setTimeout(() => {
      this.failure = new Error('a thread that renders mails did not start')
      void this.end()
    }, startLimitMs)
    await this.ready
    clearTimeout(slow)
    if (this.failure) throw this.failure
  }

  private report(): Promise<Report> {
    return new Promise((resolve) =>
      this.worker.once('message', (report: Report) => {
        this.cpuMicros = report.cpuMicros
        resolve(report)
      }),
    )
  }

  private async watch(ended: AbortSignal): Promise<Report> {
    const startedAt = performance.now()
    for (let left = limitMs; left > 0; ) {
      await sleep(left, undefined, { signal: ended }).catch(() => undefined)
      // The worker may have sent its report while this thread was blocked, so the report is read first.
      if (performance.now() - startedAt > longestMs) await setImmediate()
      if (ended.aborted || performance.now() - startedAt > longestMs) break
      left = Math.min(limitMs, limitMs - (await this.spentMs()))
      if (left > 0) left = Math.max(left, 10)
    }
    return overrun
  }

  /** Processor time of the current task. 0 if the thread does not respond: it is starved or in one long step. */
  private async spentMs(): Promise<number> {
    const unknown = sleep(100, undefined, { ref: false })
    const usage = await Promise.race([this.worker.cpuUsage().catch(() => undefined), unknown])
    return usage ? (usage.user + usage.system - this.cpuMicros) / 1000 : 0
  }
}
