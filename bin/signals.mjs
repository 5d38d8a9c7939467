// The child has its own process group, so a terminal's Ctrl-C reaches the child only from here.

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

export function forwardSignals(child) {
  let wasForwarded = false
  const forward = (signal) => {
    // npm repeats a signal that the terminal has already sent to us.
    if (wasForwarded) return
    wasForwarded = true
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
