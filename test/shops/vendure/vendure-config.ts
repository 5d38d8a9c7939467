// Settings that the build of the dashboard reads, as in a merchant project.
import { DefaultLogger, LogLevel, type VendureConfig } from '@vendure/core'
import { EvidentPlugin } from 'vendure-plugin-evident'

export const config: VendureConfig = {
  apiOptions: { port: 3000, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: { tokenMethod: ['bearer', 'cookie'] },
  dbConnectionOptions: { type: 'sqljs' },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [EvidentPlugin.init({ connection: process.env.EVIDENT_CONNECTION })],
}
