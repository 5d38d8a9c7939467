import type { UserAuth } from '../auth/users.ts'
import type { Images } from '../files/images/images.ts'
import type { Media } from '../files/storage/media.ts'
import type { Storage } from '../files/storage/storage.ts'
import type { GuardedFetch } from '../guarded-fetch/guarded-fetch.ts'
import type { ActionLimits } from '../limits/action-limits.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Secrets } from '../process/secrets.ts'

/** A process that was asked to stop continues to serve for a while, but is not ready for new connections. */
export type Readiness = { isStopping: boolean }

export type Services = {
  config: Config
  clock: Clock
  log: Log
  mail: Mail
  storage: Storage
  images: Images
  media: Media
  actionLimits: ActionLimits
  users: UserAuth
  fetch: GuardedFetch
  /** Reaches public addresses, and the operator's translation engine even in a private network. */
  engineFetch: GuardedFetch
  secrets: Secrets
  metrics: Metrics
  readiness: Readiness
  /** Base of links in mails and responses, such as https://reviews.example.com. */
  origin: string
}
