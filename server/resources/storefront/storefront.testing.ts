// What the tests of storefronts wait for: a process keeps nothing before it hears of changes.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api, Shop, TestService } from '#test/service.ts'

export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = Date.now() + 15_000; !(await isSo()); await pause(10)) {
    if (Date.now() > end) assert.fail(`not in 15 s: ${what}`)
  }
}

export const keeps = ({ service }: TestService, { storeEnvId }: Shop) =>
  service.kernel.storefronts.content.factsOf(storeEnvId) !== undefined

/** Until an answer to this shop's pages is kept. */
export const untilKept = (service: TestService, shop: Shop, page: Api = shop.storefront) =>
  until(async () => {
    await page.get('/storefront/config')
    return keeps(service, shop)
  }, 'answers are kept')
