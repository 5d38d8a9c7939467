import type { Static } from 'typebox'
import type {
  FirstAccount as FirstAccountShape,
  MadeFirstAccount,
} from '../../../server/resources/orgs/first-account/schema.ts'
import { post } from '../client.ts'

export type FirstAccount = Static<typeof FirstAccountShape>

/** Creates the first account and signs its owner in. */
export const makeFirstAccount = (body: FirstAccount) =>
  post<Static<typeof MadeFirstAccount>>('/auth/first-account', { body })
