import { ApiError } from '../../api/client.ts'

/** What is wrong with a new password, by its place in what was sent. The service says it without a subject. */
export function passwordWeakness(error: Error | null, path: string): string | undefined {
  const found = error instanceof ApiError ? error.details.find((each) => each.path === path) : undefined
  return found && `It ${found.message}.`
}
