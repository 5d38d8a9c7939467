import type { Facts } from './facts.ts'
import { lastNight } from './lib/night.ts'

type Parts<Id> = {
  facts: Pick<Facts, 'read' | 'write' | 'replace'>
  /** Ids of the next products after `last`, in ascending order. */
  listProducts(last: Id | undefined, limit: number): Promise<Id[]>
  /** False if Evident does not answer. */
  ask(ids: readonly Id[]): Promise<boolean>
  now?: () => Date
}

const productsOfPage = 100

/** Reads the ratings of all products once a night, in case a message was lost. Only one of several instances does it. */
export function createNightly<Id>({ facts, listProducts, ask, now = () => new Date() }: Parts<Id>) {
  let night = ''
  let last: Id | undefined

  /** After this call, this or another instance starts at the first page, also by day. */
  async function readAllAgain(): Promise<void> {
    last = undefined
    night = ''
    await facts.write('nightly', '')
  }

  /** Reads the next page if the ratings are due. False after the last page. */
  async function readSome(): Promise<boolean> {
    const due = String(lastNight(now()).getTime())
    if (last === undefined) {
      if (night === due) return false
      const before = await facts.read('nightly')
      if (before === due || !(await facts.replace('nightly', before, due))) {
        night = due
        return false
      }
    }
    const ids = await listProducts(last, productsOfPage)
    if (ids.length > 0 && !(await ask(ids))) {
      await readAllAgain()
      return false
    }
    last = ids.length < productsOfPage ? undefined : ids.at(-1)
    if (last === undefined) night = due
    return last !== undefined
  }

  return { readSome, readAllAgain }
}

export type Nightly = ReturnType<typeof createNightly>
