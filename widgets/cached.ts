const answers: Record<string, Promise<unknown>> = {}

/** One request per page and key. A failed one can be retried. */
export function cached<T>(key: string, ask: () => Promise<T>): Promise<T> {
  answers[key] ??= ask()
  answers[key].catch(() => delete answers[key])
  return answers[key] as Promise<T>
}
