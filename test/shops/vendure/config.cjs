// The settings of the shop, with a database in memory or the PostgreSQL of DATABASE_URL.
const {
  defaultConfig,
  DefaultLogger,
  dummyPaymentHandler,
  LogLevel,
  manualFulfillmentHandler,
} = require('@vendure/core')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const settings = join(__dirname, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)

/** Encodes ids, so that no test can confuse a database id with an API id. */
class EncodedIds {
  primaryKeyType = 'increment'
  encodeId = (id) => `T_${id}`
  decodeId = (text) => Number(String(text).replace(/^T_/, '')) || -1
}

const text = (name) => ({ name, type: 'string', nullable: true })

exports.makeConfig = ({ port, plugins }) => ({
  ...defaultConfig,
  apiOptions: { ...defaultConfig.apiOptions, port: Number(port), hostname: '127.0.0.1' },
  authOptions: {
    ...defaultConfig.authOptions,
    tokenMethod: ['bearer', 'cookie', 'api-key'],
    superadminCredentials: { identifier: 'superadmin', password: 'of-one-minute' },
    cookieOptions: { secret: 'of-a-shop-that-lives-for-a-minute' },
  },
  ...(process.env.ENCODED_IDS && {
    entityOptions: { ...defaultConfig.entityOptions, entityIdStrategy: new EncodedIds() },
  }),
  dbConnectionOptions: {
    ...(process.env.DATABASE_URL ? { type: 'postgres', url: process.env.DATABASE_URL } : { type: 'sqljs' }),
    synchronize: !process.env.MIGRATED,
    migrations: [join(__dirname, 'migrations/*.js')],
    ...(process.env.LOG_QUERIES ? { logging: ['query'], logger: 'simple-console' } : { logging: false }),
  },
  customFields: {
    Product: [text('brand')],
    ProductVariant: [text('gtin'), text('mpn')],
  },
  paymentOptions: { ...defaultConfig.paymentOptions, paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: { ...defaultConfig.shippingOptions, fulfillmentHandlers: [manualFulfillmentHandler] },
  logger: new DefaultLogger({
    level: LogLevel[process.env.INFO ? 'Info' : process.env.WARN ? 'Warn' : 'Error'],
    timestamp: false,
  }),
  plugins,
})

/** Plugins that the environment names: an installed package in PLUGIN, and the built dashboard in DASHBOARD. */
exports.namedPlugins = () => {
  const plugins = []
  const { PLUGIN, BACKEND_URL, CUSTOM_FIELDS } = process.env
  const options = { customFields: Boolean(CUSTOM_FIELDS), ...(BACKEND_URL && { backendUrl: BACKEND_URL }) }
  if (PLUGIN) plugins.push(require(PLUGIN).EvidentPlugin.init(options))
  if (process.env.DASHBOARD) {
    const { DashboardPlugin } = require('@vendure/dashboard/plugin')
    plugins.push(DashboardPlugin.init({ route: 'dashboard', appDir: process.env.DASHBOARD }))
  }
  return plugins
}
