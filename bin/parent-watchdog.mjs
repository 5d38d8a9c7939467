// Loaded into every process that the launcher starts: when the launcher is gone without a word (kill -9), the process
// stops as if told to, and after ten seconds outright.

import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // Listening must not keep a finished command alive.
  process.channel.unref()
}
