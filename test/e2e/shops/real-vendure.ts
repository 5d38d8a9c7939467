import assert from 'node:assert/strict'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import {
  ended,
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

export type RealVendure = {
  address: string
  username: string
  password: string
  admin(query: string, variables?: object): Promise<Json>
  addProduct(product: { name: string; sku: string; price: number; sizes?: string[]; fields?: object }): Promise<{
    id: string
    variants: string[]
  }>
  fillCart(variantId: string, code: string): Promise<Json>
  placeOrder(variantId: string): Promise<{ id: string; code: string; paymentId: string; lineId: string }>
  /** From now on, sends webhooks to this URL, signed with this secret. */
  tell(url: string, secret: string): Promise<void>
  shopper(query: string, variables?: object): Promise<Json>
  fulfil(order: { id: string; lineId: string }): Promise<void>
  /** Ends the process without a chance to finish anything, and starts it again. */
  crash(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops the shop, changes its environment and its database, and starts it again. */
  restart(env: Record<string, string>, how?: { migrate?: boolean }): Promise<void>
  /** Installs the package of a plugin while the shop still runs. */
  install(tarball: string): Promise<void>
  /** Builds the pages for staff into the folder `dashboard`, without the network. */
  buildDashboard(): Promise<void>
  dashboard: string
  /** Uninstalls a package while the shop still runs. */
  uninstall(name: string): Promise<void>
  printed(): string
  /** The shop's own folder, with its packages. */
  folder: string
  memory(): number
  /** Id of the serving process. */
  pid(): number
  stop(): Promise<void>
}

export async function startVendure({
  plugin,
  webhookUrl,
  webhookSecret,
  databaseUrl,
  tarball,
  env = {},
}: {
  plugin?: string
  webhookUrl?: string
  webhookSecret?: string
  /** Without a URL, the database is in memory and lasts as long as the process. */
  databaseUrl?: string
  /** The package of a plugin. */
  tarball?: string
  env?: Record<string, string>
} = {}): Promise<RealVendure> {
  const folder = await installShop('vendure')
  if (tarball) await installTarball(folder, tarball)
  const database = databaseUrl === undefined ? undefined : await reachable(databaseUrl)
  let environment: Record<string, string> = { ...env, ...(database && { DATABASE_URL: database.url }) }
  if (plugin) writeFileSync(join(folder, 'evident.plugin.js'), compiled(plugin, folder))
  const port = await freePort()
  const words = ['server.cjs', String(port), webhookUrl ?? '', webhookSecret ?? '']
  const serve = async (): Promise<Running> => {
    const served = start(process.execPath, words, folder, environment)
    await saying(served, 'Vendure is ready')
    return served
  }
  let running = await serve()
  const address = `http://127.0.0.1:${port}`
  const signIn = async () => {
    const api = await createApi(`${address}/admin-api`)
    await api('mutation{login(username:"superadmin",password:"of-one-minute"){__typename}}')
    return api
  }
  let signedIn = await signIn()
  const admin: RealVendure['admin'] = (query, variables) => signedIn(query, variables)
  const [channel] = (await admin('{channels{items{id}}}')).channels.items
  await setUp(admin, channel.id)

  async function addProduct({
    name,
    sku,
    price,
    sizes = ['One'],
    fields = {},
  }: Parameters<RealVendure['addProduct']>[0]) {
    const language = { languageCode: 'en' }
    const { createProduct } = await admin('mutation($input:CreateProductInput!){createProduct(input:$input){id}}', {
      input: {
        enabled: true,
        translations: [{ ...language, name, slug: sku.toLowerCase(), description: `<p>${name} &amp; more</p>` }],
        customFields: { brand: 'Acme' },
      },
    })
    const { createProductOptionGroup: group } = await admin(
      'mutation($input:CreateProductOptionGroupInput!){createProductOptionGroup(input:$input){id options{id}}}',
      {
        input: {
          code: `${sku}-size`,
          translations: [{ ...language, name: 'Size' }],
          options: sizes.map((size) => ({ code: `${sku}-${size}`, translations: [{ ...language, name: size }] })),
        },
      },
    )
    await admin('mutation($p:ID!,$g:ID!){addOptionGroupToProduct(productId:$p,optionGroupId:$g){id}}', {
      p: createProduct.id,
      g: group.id,
    })
    const { createProductVariants } = await admin(
      'mutation($input:[CreateProductVariantInput!]!){createProductVariants(input:$input){id}}',
      {
        input: sizes.map((size, at) => ({
          productId: createProduct.id,
          sku: `${sku}-${size}`,
          price,
          optionIds: [group.options[at].id],
          trackInventory: 'FALSE',
          translations: [{ ...language, name: `${name} ${size}` }],
          customFields: fields,
        })),
      },
    )
    return { id: String(createProduct.id), variants: createProductVariants.map(({ id }: Json) => String(id)) }
  }

  async function beginOrder(variantId: string, quantity: number) {
    const shop = await createApi(`${address}/shop-api`)
    await shop(
      'mutation($v:ID!,$n:Int!){addItemToOrder(productVariantId:$v,quantity:$n){__typename ... on ErrorResult{message}}}',
      { v: variantId, n: quantity },
    )
    const customer = { firstName: 'Jane', lastName: 'Doe', emailAddress: 'jane@customer.example' }
    await shop('mutation($input:CreateCustomerInput!){setCustomerForOrder(input:$input){__typename}}', {
      input: customer,
    })
    await shop('mutation($input:CreateAddressInput!){setOrderShippingAddress(input:$input){__typename}}', {
      input: { fullName: 'Jane Doe', streetLine1: 'Street 1', countryCode: 'DE' },
    })
    const { eligibleShippingMethods } = await shop('{eligibleShippingMethods{id}}')
    await shop('mutation($id:[ID!]!){setOrderShippingMethod(shippingMethodId:$id){__typename}}', {
      id: [eligibleShippingMethods[0].id],
    })
    return shop
  }

  async function fillCart(variantId: string, code: string) {
    const shop = await beginOrder(variantId, 1)
    const { applyCouponCode } = await shop(
      'mutation($code:String!){applyCouponCode(couponCode:$code){__typename ... on ErrorResult{message} ... on Order{subTotal shipping discounts{amount}}}}',
      { code },
    )
    assert.equal(applyCouponCode.__typename, 'Order', JSON.stringify(applyCouponCode))
    return applyCouponCode
  }

  async function placeOrder(variantId: string) {
    const shop = await beginOrder(variantId, 2)
    await shop('mutation{transitionOrderToState(state:"ArrangingPayment"){__typename ... on ErrorResult{message}}}')
    const { addPaymentToOrder } = await shop(
      'mutation{addPaymentToOrder(input:{method:"dummy",metadata:{}}){__typename ... on ErrorResult{message} ... on Order{id code lines{id} payments{id}}}}',
    )
    assert.equal(addPaymentToOrder.__typename, 'Order', JSON.stringify(addPaymentToOrder))
    const { id, code, lines, payments } = addPaymentToOrder
    return { id: String(id), code, paymentId: String(payments[0].id), lineId: String(lines[0].id) }
  }

  return {
    address,
    username: 'superadmin',
    password: 'of-one-minute',
    admin,
    addProduct,
    fillCart,
    placeOrder,
    async tell(url, secret) {
      const notified = saying(running, `Vendure tells ${url} by ${secret}`)
      // The file is renamed into place, so that the watcher never reads half of it.
      writeFileSync(join(folder, 'connected.partial'), JSON.stringify({ url, secret }))
      renameSync(join(folder, 'connected.partial'), join(folder, 'connected.json'))
      await notified
    },
    async shopper(query, variables) {
      return (await createApi(`${address}/shop-api`))(query, variables)
    },
    async fulfil({ id, lineId }) {
      const handler = {
        code: 'manual-fulfillment',
        arguments: [
          { name: 'method', value: 'Post' },
          { name: 'trackingCode', value: '1' },
        ],
      }
      const { addFulfillmentToOrder } = await admin(
        'mutation($input:FulfillOrderInput!){addFulfillmentToOrder(input:$input){... on Fulfillment{id}}}',
        { input: { lines: [{ orderLineId: lineId, quantity: 2 }], handler } },
      )
      for (const state of ['Shipped', 'Delivered'])
        await admin('mutation($id:ID!,$state:String!){transitionFulfillmentToState(id:$id,state:$state){__typename}}', {
          id: addFulfillmentToOrder.id,
          state,
        })
      assert.ok(id)
    },
    async crash(meanwhile) {
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
      await meanwhile?.()
      running = await serve()
      signedIn = await signIn()
    },
    async restart(changed, { migrate = false } = {}) {
      await stopped(running)
      environment = { ...environment, ...changed }
      if (migrate) await ended(start(process.execPath, ['migrate.cjs'], folder, environment))
      running = await serve()
      signedIn = await signIn()
    },
    install: (tarball) => installTarball(folder, tarball),
    buildDashboard: () => typeCommand('vendure', /npx vite build/, folder, { HTTPS_PROXY: 'http://127.0.0.1:9' }),
    dashboard: join(folder, 'dist/dashboard'),
    uninstall: (name) => uninstall(folder, name),
    printed: () => running.printed(),
    folder,
    memory: () => readMemory(running),
    pid: () => running.child.pid ?? 0,
    async stop() {
      await stopped(running)
      await database?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Uses one session, whose token arrives with the first response that has one. */
async function createApi(url: string): Promise<RealVendure['admin']> {
  let token = ''
  return async (query, variables = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    })
    token = response.headers.get('vendure-auth-token') ?? token
    const { data, errors } = (await response.json()) as Json
    assert.equal(errors, undefined, `${query}\n${JSON.stringify(errors)}`)
    return data
  }
}

async function setUp(admin: RealVendure['admin'], channelId: string): Promise<void> {
  const language = { languageCode: 'en' }
  const { createCountry } = await admin('mutation($input:CreateCountryInput!){createCountry(input:$input){id}}', {
    input: { code: 'DE', enabled: true, translations: [{ ...language, name: 'Germany' }] },
  })
  const { createZone } = await admin('mutation($input:CreateZoneInput!){createZone(input:$input){id}}', {
    input: { name: 'Europe', memberIds: [createCountry.id] },
  })
  const { createTaxCategory } = await admin('mutation{createTaxCategory(input:{name:"Standard",isDefault:true}){id}}')
  await admin('mutation($input:CreateTaxRateInput!){createTaxRate(input:$input){id}}', {
    input: { name: 'VAT', enabled: true, value: 20, categoryId: createTaxCategory.id, zoneId: createZone.id },
  })
  await admin('mutation($input:UpdateChannelInput!){updateChannel(input:$input){__typename}}', {
    input: {
      id: channelId,
      defaultTaxZoneId: createZone.id,
      defaultShippingZoneId: createZone.id,
      availableCurrencyCodes: ['EUR'],
      defaultCurrencyCode: 'EUR',
    },
  })
  await admin('mutation($input:CreateShippingMethodInput!){createShippingMethod(input:$input){id}}', {
    input: {
      code: 'post',
      fulfillmentHandler: 'manual-fulfillment',
      checker: { code: 'default-shipping-eligibility-checker', arguments: [{ name: 'orderMinimum', value: '0' }] },
      calculator: {
        code: 'default-shipping-calculator',
        arguments: [
          { name: 'rate', value: '500' },
          { name: 'includesTax', value: 'include' },
          { name: 'taxRate', value: '20' },
        ],
      },
      translations: [{ ...language, name: 'Post', description: '' }],
    },
  })
  await admin('mutation($input:CreatePaymentMethodInput!){createPaymentMethod(input:$input){id}}', {
    input: {
      code: 'dummy',
      enabled: true,
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
      translations: [{ ...language, name: 'Dummy', description: '' }],
    },
  })
}

/** Compiles like the merchant's own build, with decorators and as CommonJS. */
function compiled(source: string, folder: string): string {
  const ts = createRequire(join(folder, 'package.json'))('typescript')
  return ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  }).outputText
}
