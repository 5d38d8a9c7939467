const answers: Record<string, Promise<unknown>> = {}

/** Caches one request for each key on a page. A failed request can be retried. */
export function cached<T>(key: string, ask: () => Promise<T>): Promise<T> {
  answers[key] ??= ask()
  answers[key].catch(() => delete answers[key])
  return answers[key] as Promise<T>
}
