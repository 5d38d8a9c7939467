import { ApiError } from '../../api/client.ts'

/** The error of a new password, by its path. The service words it without a subject. */
export function passwordWeakness(error: Error | null, path: string): string | undefined {
  const found = error instanceof ApiError ? error.details.find((each) => each.path === path) : undefined
  return found && `It ${found.message}.`
}
