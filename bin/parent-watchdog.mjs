// If the launcher is killed (kill -9), this sends a SIGTERM to its own process, which exits within ten seconds.

import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

// A process that shares a socket listens through its channel, and exits when the channel closes.
if (isMainThread && process.channel && !cluster.isWorker) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The listener must not prevent a finished command from exiting.
  process.channel.unref()
}
