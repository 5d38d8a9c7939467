// A real Vendure 3 with an in-memory database. Usage: `node server.cjs <port>`. The plugin beside this file is the guide's
// plugin, compiled.
const {
  bootstrap,
  defaultConfig,
  DefaultLogger,
  dummyPaymentHandler,
  JobQueueService,
  LogLevel,
  manualFulfillmentHandler,
} = require('@vendure/core')
const { existsSync, readFileSync, watchFile } = require('node:fs')
const { join } = require('node:path')

const [, , port, webhookUrl, webhookSecret] = process.argv
const compiled = join(__dirname, 'evident.plugin.js')
const plugins = []
if (existsSync(compiled)) {
  const { EvidentPlugin } = require(compiled)
  plugins.push(EvidentPlugin.init({ url: webhookUrl, secret: webhookSecret }))
  // These settings are known only after the shop is connected. A merchant restarts to apply them, but a restart would lose
  // this in-memory database.
  watchFile('connected.json', { interval: 50 }, () => {
    // The watcher also fires while the file does not exist yet.
    if (!existsSync('connected.json')) return
    const connected = JSON.parse(readFileSync('connected.json', 'utf8'))
    EvidentPlugin.init(connected)
    console.log(`Vendure tells ${connected.url} by ${connected.secret}`)
  })
}
const text = (name) => ({ name, type: 'string', nullable: true })

bootstrap({
  ...defaultConfig,
  apiOptions: { ...defaultConfig.apiOptions, port: Number(port), hostname: '127.0.0.1' },
  authOptions: {
    ...defaultConfig.authOptions,
    tokenMethod: ['bearer', 'cookie', 'api-key'],
    superadminCredentials: { identifier: 'superadmin', password: 'of-one-minute' },
    cookieOptions: { secret: 'of-a-shop-that-lives-for-a-minute' },
  },
  dbConnectionOptions: { type: 'sqljs', synchronize: true, logging: false },
  customFields: {
    Product: [text('brand')],
    ProductVariant: [text('gtin'), text('mpn')],
  },
  paymentOptions: { ...defaultConfig.paymentOptions, paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: { ...defaultConfig.shippingOptions, fulfillmentHandlers: [manualFulfillmentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error, timestamp: false }),
  plugins,
}).then(async (app) => {
  await app.get(JobQueueService).start()
  console.log('Vendure is ready')
})
