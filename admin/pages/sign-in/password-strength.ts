import { ApiError } from '../../api/client.ts'

/** Returns the error message of the new password. The service's message lacks a subject, so we add "It". */
export function passwordWeakness(error: Error | null, path: string): string | undefined {
  const found = error instanceof ApiError ? error.details.find((each) => each.path === path) : undefined
  return found && `It ${found.message}.`
}
