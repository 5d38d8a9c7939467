const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
export type StopSignal = (typeof signals)[number]

/** A signal reaches us twice if a supervisor sends it to all our processes and our parent forwards it. */
const repeatMs = 100

export function watchStopSignals(): { first: Promise<StopSignal>; second: Promise<StopSignal> } {
  const first = Promise.withResolvers<StopSignal>()
  const second = Promise.withResolvers<StopSignal>()
  let firstAt: number | undefined
  const receive = (signal: StopSignal) => {
    const now = performance.now()
    firstAt ??= now
    if (firstAt === now) first.resolve(signal)
    else if (now - firstAt >= repeatMs) second.resolve(signal)
  }
  for (const signal of signals) process.on(signal, () => receive(signal))
  return { first: first.promise, second: second.promise }
}
