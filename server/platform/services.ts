// What an operation or a job may use beyond its transaction; composed once at entry.
import type { UserAuth } from './auth/users.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { GuardedFetch } from './guarded-fetch/guarded-fetch.ts'
import type { Images } from './images/images.ts'
import type { ActionLimits } from './limits/action-limits.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'
import type { Media } from './storage/media.ts'
import type { Storage } from './storage/storage.ts'

export type Services = {
  config: Config
  clock: Clock
  log: Log
  mail: Mail
  storage: Storage
  images: Images
  /** Addresses of stored pictures. */
  media: Media
  /** Counts what visitors without credentials have done. */
  actionLimits: ActionLimits
  users: UserAuth
  fetch: GuardedFetch
  secrets: Secrets
  metrics: Metrics
  /** Where links in mails and answers point, such as https://reviews.example.com. */
  origin: string
}
