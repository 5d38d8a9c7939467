import { evident } from '../vendors/evident.ts'
import type { Format } from '../vendors/format.ts'
import { judgeMe, judgeMeExport } from '../vendors/judge-me.ts'
import { looxExport, looxImport } from '../vendors/loox.ts'
import { okendoExport, okendoImport } from '../vendors/okendo.ts'
import { echoBrain, kudobuzz, opinew, powerReviews, stamped } from '../vendors/others.ts'
import { ryviu, ryviuAliExpress } from '../vendors/ryviu.ts'
import { shopifyProductReviews } from '../vendors/shopify.ts'
import { wooCommerce } from '../vendors/woocommerce.ts'
import { yotpo } from '../vendors/yotpo.ts'

export const signatures: readonly Format[] = [
  evident,
  judgeMe,
  judgeMeExport,
  looxImport,
  looxExport,
  yotpo,
  okendoImport,
  okendoExport,
  shopifyProductReviews,
  opinew,
  ryviu,
  ryviuAliExpress,
  wooCommerce,
  kudobuzz,
  powerReviews,
  stamped,
  echoBrain,
]
