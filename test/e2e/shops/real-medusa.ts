import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import {
  ended,
  installNode,
  installShop,
  installTarball,
  type Running,
  readMemory,
  saying,
  start,
  stopped,
  uninstall,
} from './installed.ts'
import { reachable } from './reachable.ts'
import { typeCommand } from './readme.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shop defines the shapes, and tests read only fields that they need
type Json = any

export type RealMedusa = {
  address: string
  apiKey: string
  email: string
  password: string
  admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Json>
  addProduct(product: { title: string; variants: object[]; values?: object }): Promise<Json>
  fillCart(variantId: string, code: string): Promise<Json>
  /** Looks at the product and buys it, as a shopper does. */
  checkOut(product: { id: string; variantId: string }, fields?: string): Promise<{ id: string }>
  /** Places a paid order for two items, the way staff enter orders. */
  placeOrder(variantId: string): Promise<{ id: string; paymentId: string; itemId: string }>
  deliver(order: { id: string; itemId: string }): Promise<void>
  tell(url: string, secret: string): Promise<void>
  /** Ends the process without a chance to finish anything, and starts it again. */
  crash(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops the shop, changes its environment or its files, and starts it again. */
  restart(changed: Record<string, string>, meanwhile?: () => Promise<void>): Promise<void>
  /** Installs a plugin and adds it to the configuration. The shop may be running or stopped. */
  install(plugin: Plugin): Promise<void>
  /** Makes the tables. */
  migrate(): Promise<void>
  /** Drops the tables of the plugin. */
  rollBack(): Promise<void>
  /** Runs `script`, a function that receives Medusa's container, in a process of its own. */
  execute(script: string): Promise<void>
  /** Builds the admin pages, which the shop serves after its next start. */
  buildAdmin(): Promise<void>
  /** Takes the plugin out of the configuration and uninstalls it, while the shop is stopped. */
  removePlugin(): Promise<void>
  printed(): string
  /** The shop's own folder, with its packages. */
  folder: string
  shopper(path: string): Promise<Json>
  memory(): number
  /** Id of the serving process. */
  pid(): number
  stop(): Promise<void>
}

/** A plugin's name, and the tarball of its package. */
export type Plugin = { name: string; tarball: string }

export async function startMedusa({
  databaseUrl,
  subscriber,
  plugin,
  node,
  env = {},
}: {
  databaseUrl: string
  subscriber?: string
  plugin?: Plugin
  /** Runs Medusa with the oldest supported Node of this major version. Default: the Node of this process. */
  node?: 20 | 22
  env?: Record<string, string>
}): Promise<RealMedusa> {
  const folder = await installShop('medusa')
  const program = node ? await installNode(node) : process.execPath
  const database = await reachable(databaseUrl)
  const configuration = join(folder, 'medusa-config.js')
  const plain = readFileSync(configuration, 'utf8')
  let installed: string | undefined
  async function install({ name, tarball }: Plugin) {
    await installTarball(folder, tarball)
    installed = name
    const named = `defineConfig({\n  plugins: [{ resolve: '${name}', options: {} }],\n`
    writeFileSync(configuration, plain.replace('defineConfig({\n', named))
  }
  if (plugin) await install(plugin)
  if (subscriber) {
    mkdirSync(join(folder, 'src/subscribers'), { recursive: true })
    writeFileSync(join(folder, 'src/subscribers/evident.ts'), subscriber)
  }
  let environment = env
  const settings = () => ({
    ...environment,
    ...{ DATABASE_URL: database.url, NODE_ENV: 'production', MEDUSA_DISABLE_TELEMETRY: '1' },
  })
  const run = (...words: string[]): Running =>
    start(program, ['node_modules/@medusajs/cli/cli.js', ...words], folder, settings())
  const [email, password] = ['admin@shop.example', 'of-one-minute']
  const migrate = () => typeCommand('medusa', /npx medusa db:migrate/, folder, settings(), program)
  await migrate()
  await ended(run('user', '-e', email, '-p', password))
  const port = await freePort()
  const serve = async () => {
    const served = run('start', '-H', '127.0.0.1', '-p', String(port))
    await saying(served, 'Server is ready')
    return served
  }
  let running = await serve()
  const address = `http://127.0.0.1:${port}`

  let authorization = ''
  let shopperKey = ''
  async function admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Json> {
    return await ask(method, path, authorization ? { authorization } : {}, body)
  }
  async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Json> {
    const response = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const { token } = await admin('POST', '/auth/user/emailpass', { email, password })
  authorization = `Bearer ${token}`
  const { api_key } = await admin('POST', '/admin/api-keys', { title: 'Evident', type: 'secret' })
  const { regionId, channelId, locationId, shippingOptionId } = await setUp(admin)

  async function requireShopperKey() {
    if (shopperKey) return
    const { api_key: key } = await admin('POST', '/admin/api-keys', { title: 'Shoppers', type: 'publishable' })
    await admin('POST', `/admin/api-keys/${key.id}/sales-channels`, { add: [channelId] })
    shopperKey = key.token
  }

  async function fillCart(variantId: string, code: string) {
    await requireShopperKey()
    const shopper = (path: string, body: object) =>
      ask('POST', `/store/carts${path}`, { 'x-publishable-api-key': shopperKey }, body)
    const { cart } = await shopper('', {
      ...{ region_id: regionId, email: 'jane@customer.example', items: [{ variant_id: variantId, quantity: 1 }] },
      shipping_address: { first_name: 'Jane', country_code: 'de', address_1: 'Street 1', city: 'Town' },
    })
    await shopper(`/${cart.id}/shipping-methods`, { option_id: shippingOptionId })
    return (await shopper(`/${cart.id}/promotions`, { promo_codes: [code] })).cart
  }

  async function checkOut({ id, variantId }: { id: string; variantId: string }, fields = 'id,title') {
    await requireShopperKey()
    const key = { 'x-publishable-api-key': shopperKey }
    const buy = (path: string, body: object = {}) => ask('POST', `/store${path}`, key, body)
    await ask('GET', `/store/products/${id}?fields=${fields}`, key)
    const { cart } = await buy('/carts', {
      ...{ region_id: regionId, sales_channel_id: channelId, email: 'jane@customer.example' },
      items: [{ variant_id: variantId, quantity: 1 }],
      shipping_address: {
        first_name: 'Jane',
        last_name: 'Doe',
        country_code: 'de',
        address_1: 'Street 1',
        city: 'Town',
      },
    })
    await buy(`/carts/${cart.id}/shipping-methods`, { option_id: shippingOptionId })
    const { payment_collection } = await buy('/payment-collections', { cart_id: cart.id })
    const sessions = `/payment-collections/${payment_collection.id}/payment-sessions`
    await buy(sessions, { provider_id: 'pp_system_default' })
    const placed = await buy(`/carts/${cart.id}/complete`)
    assert.equal(placed.type, 'order', JSON.stringify(placed))
    return { id: placed.order.id as string }
  }

  async function restart(changed: Record<string, string>, meanwhile?: () => Promise<void>) {
    await stopped(running)
    environment = { ...environment, ...changed }
    await meanwhile?.()
    running = await serve()
  }

  async function placeOrder(variantId: string) {
    const { draft_order } = await admin('POST', '/admin/draft-orders', {
      email: 'jane@customer.example',
      region_id: regionId,
      sales_channel_id: channelId,
      items: [{ variant_id: variantId, quantity: 2 }],
      shipping_methods: [{ shipping_option_id: shippingOptionId, name: 'Post', amount: 4.9 }],
      shipping_address: {
        first_name: 'Jane',
        last_name: 'Doe',
        country_code: 'de',
        address_1: 'Street 1',
        city: 'Town',
        postal_code: '1',
      },
    })
    const { order } = await admin('POST', `/admin/draft-orders/${draft_order.id}/convert-to-order`, {})
    const collection = { order_id: order.id, amount: order.total }
    const { payment_collection } = await admin('POST', '/admin/payment-collections', collection)
    const paid = `/admin/payment-collections/${payment_collection.id}/mark-as-paid`
    await admin('POST', paid, { order_id: order.id })
    const fields = 'fields=id,items.id,payment_collections.payments.id'
    const { order: placed } = await admin('GET', `/admin/orders/${order.id}?${fields}`)
    return { id: placed.id, paymentId: placed.payment_collections[0].payments[0].id, itemId: placed.items[0].id }
  }

  async function deliver({ id, itemId }: { id: string; itemId: string }) {
    const items = [{ id: itemId, quantity: 2 }]
    await admin('POST', `/admin/orders/${id}/fulfillments`, { location_id: locationId, items })
    const { order } = await admin('GET', `/admin/orders/${id}?fields=id,fulfillments.id`)
    const parcel = `/admin/orders/${id}/fulfillments/${order.fulfillments[0].id}`
    await admin('POST', `${parcel}/shipments`, { items })
    await admin('POST', `${parcel}/mark-as-delivered`, {})
  }

  async function addProduct({ title, variants, values = {} }: Parameters<RealMedusa['addProduct']>[0]): Promise<Json> {
    const names = variants.map((_, at) => `v${at}`)
    const { product } = await admin('POST', '/admin/products', {
      title,
      status: 'published',
      options: [{ title: 'Size', values: names }],
      sales_channels: [{ id: channelId }],
      variants: variants.map((variant, at) => ({
        title: names[at],
        options: { Size: names[at] },
        manage_inventory: false,
        prices: [{ currency_code: 'eur', amount: 19.9 }],
        ...variant,
      })),
      ...values,
    })
    return product
  }

  return {
    address,
    apiKey: api_key.token,
    email,
    password,
    admin,
    addProduct,
    fillCart,
    placeOrder,
    deliver,
    checkOut,
    tell: (url, secret) => restart({ EVIDENT_WEBHOOK_URL: url, EVIDENT_WEBHOOK_SECRET: secret }),
    async crash(meanwhile) {
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
      await meanwhile?.()
      running = await serve()
    },
    restart,
    install,
    migrate,
    rollBack: () => typeCommand('medusa', /npx medusa db:rollback/, folder, settings(), program),
    async execute(script) {
      writeFileSync(join(folder, 'script.js'), `exports.default = ${script}`)
      await ended(run('exec', './script.js'))
    },
    async buildAdmin() {
      await ended(run('build'))
      symlinkSync(join(folder, '.medusa/server/public'), join(folder, 'public'))
    },
    async removePlugin() {
      writeFileSync(configuration, plain)
      if (installed) await uninstall(folder, installed)
    },
    printed: () => running.printed(),
    folder,
    async shopper(path) {
      await requireShopperKey()
      return ask('GET', path, { 'x-publishable-api-key': shopperKey })
    },
    memory: () => readMemory(running),
    pid: () => running.child.pid ?? 0,
    async stop() {
      await stopped(running)
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function setUp(admin: RealMedusa['admin']) {
  const { sales_channels } = await admin('GET', '/admin/sales-channels')
  const channelId: string = sales_channels[0].id
  const { region } = await admin('POST', '/admin/regions', {
    name: 'Europe',
    currency_code: 'eur',
    countries: ['de'],
    payment_providers: ['pp_system_default'],
  })
  const { stock_location: location } = await admin('POST', '/admin/stock-locations', { name: 'Warehouse' })
  await admin('POST', `/admin/stock-locations/${location.id}/sales-channels`, { add: [channelId] })
  await admin('POST', `/admin/stock-locations/${location.id}/fulfillment-providers`, { add: ['manual_manual'] })
  const sets = `/admin/stock-locations/${location.id}/fulfillment-sets?fields=id,fulfillment_sets.id`
  const { stock_location } = await admin('POST', sets, { name: 'Parcels', type: 'shipping' })
  const zones = `/admin/fulfillment-sets/${stock_location.fulfillment_sets[0].id}/service-zones`
  const { fulfillment_set } = await admin('POST', zones, {
    name: 'Germany',
    geo_zones: [{ type: 'country', country_code: 'de' }],
  })
  const { shipping_profile } = await admin('POST', '/admin/shipping-profiles', { name: 'Parcel', type: 'parcel' })
  const { shipping_option } = await admin('POST', '/admin/shipping-options', {
    name: 'Post',
    service_zone_id: fulfillment_set.service_zones[0].id,
    shipping_profile_id: shipping_profile.id,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Standard', description: 'Standard', code: 'standard' },
    prices: [{ currency_code: 'eur', amount: 4.9 }],
    rules: [],
  })
  return { regionId: region.id, channelId, locationId: location.id, shippingOptionId: shipping_option.id }
}
