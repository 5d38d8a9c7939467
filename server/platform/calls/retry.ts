// Two ways of trying: what may be tried again because nothing happened, and what may fail without being an answer yet.
import { isTransient } from '../values/errors.ts'

/** A deadlock victim wrote nothing, and an operation's effects are all in its transaction: trying again is safe. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts >= 3 || !isTransient(error)) throw error
    }
  }
}
