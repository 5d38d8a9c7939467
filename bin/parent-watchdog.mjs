// If the launcher is killed (kill -9), the service sends itself a SIGTERM and exits within ten seconds.

import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

// A cluster worker needs no watchdog: Node ends it when its channel closes.
if (isMainThread && process.channel && !cluster.isWorker) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The listener must not prevent a finished command from exiting.
  process.channel.unref()
}
