// If the launcher disappears (kill -9), the process gets a SIGTERM and exits after ten seconds.

import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

// One of several processes needs its channel to listen, and exits when the channel closes.
if (isMainThread && process.channel && !cluster.isWorker) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The listener must not prevent a finished command from exiting.
  process.channel.unref()
}
