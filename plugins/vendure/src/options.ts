export type EvidentPluginOptions = {
  /** The connection string. Default: the environment's `EVIDENT_CONNECTION`. */
  connection?: string
  /** Address at which Evident reaches this server. Default: the address at which staff chose Connect. */
  backendUrl?: string
  /** Whether products have the custom fields `evidentRating` and `evidentReviewCount`, which need a migration. */
  customFields?: boolean
}

export const EVIDENT_OPTIONS = Symbol('EVIDENT_OPTIONS')
