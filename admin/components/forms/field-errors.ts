import { ApiError } from '../../api/client.ts'

export function errorAt(error: unknown, ...paths: string[]): string | undefined {
  const found = detailsOf(error).filter(({ path }) =>
    paths.some((each) => path === each || path.startsWith(`${each}/`)),
  )
  return found.length > 0 ? found.map(({ message }) => capitalized(message)).join(' ') : undefined
}

export function remainingError(error: Error | null, paths: readonly string[]): string | undefined {
  if (!error) return undefined
  const isAtField = detailsOf(error).some(({ path }) =>
    paths.some((each) => path === each || path.startsWith(`${each}/`)),
  )
  return isAtField ? undefined : error.message
}

const detailsOf = (error: unknown) => (error instanceof ApiError ? error.details : [])
const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
