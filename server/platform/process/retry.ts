import { isTransient } from '../values/errors.ts'

/** A deadlock's victim wrote nothing, and an operation's effects are all in its transaction, so a retry is safe. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts >= 3 || !isTransient(error)) throw error
    }
  }
}
