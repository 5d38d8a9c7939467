import { ApiError } from '../../api/client.ts'

/** Returns the error of a new password, by its path. The service's sentence has no subject. */
export function passwordWeakness(error: Error | null, path: string): string | undefined {
  const found = error instanceof ApiError ? error.details.find((each) => each.path === path) : undefined
  return found && `It ${found.message}.`
}
