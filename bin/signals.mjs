// The child has its own process group, so a terminal's Ctrl-C reaches the child only from here.

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']
/** npm repeats the signal of a terminal within this time. A person who presses Ctrl-C again takes longer. */
const repeatMs = 500

export function forwardSignals(child) {
  let firstAt
  const forward = (signal) => {
    const now = performance.now()
    firstAt ??= signal === 'SIGTERM' ? undefined : now
    if (firstAt !== undefined && firstAt !== now && now - firstAt < repeatMs) return
    child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, forward)
  return {
    forward,
    end() {
      for (const signal of stopSignals) process.off(signal, forward)
    },
  }
}
