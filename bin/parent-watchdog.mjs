// If the launcher disappears (kill -9), the process gets a SIGTERM and exits after ten seconds.

import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  // The listener must not prevent a finished command from exiting.
  process.channel.unref()
}
