import type { Api, Shop, TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

export const keeps = ({ service }: TestService, { storeEnvId }: Shop) =>
  service.kernel.storefronts.content.findFacts(storeEnvId) !== undefined

export const untilKept = (service: TestService, shop: Shop, page: Api = shop.storefront) =>
  until(async () => {
    await page.get('/storefront/config')
    return keeps(service, shop)
  }, 'answers are kept')
