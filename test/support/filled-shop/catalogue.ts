import { byHand, makeOrder, type Walk } from './walk.ts'

async function sortGoods({ call }: Walk): Promise<void> {
  await call('key', 'PUT', '/categories', [
    { platformCategoryId: '10', name: 'Home', handle: 'home', products: ['mug-01', 'tee-01'] },
    {
      platformCategoryId: '11',
      name: 'Kitchen',
      handle: 'kitchen',
      parentPlatformCategoryId: '10',
      products: ['mug-01'],
    },
    { platformCategoryId: '12', name: 'Sale' },
  ])
  const { body } = await call('key', 'GET', '/categories')
  // All rows of one push have the same timestamp, so their order varies and categories are found by name.
  const findId = (named: string) => body.data.find(({ name }: { name: string }) => name === named).id
  await call('key', 'PATCH', `/categories/${findId('Kitchen')}`, { requestsExcluded: false })
  await call('key', 'GET', `/categories/${findId('Kitchen')}`)
  await call('key', 'DELETE', `/categories/${findId('Sale')}`)
}

/** The shop created its mug again, so the reviews of the former mug move to the new one. */
async function mergeFormerMug({ call }: Walk, mugId: string): Promise<void> {
  await call('key', 'PUT', '/products', [{ platformProductId: 'mug-00', title: 'Mug', sku: 'MUG-01-B' }])
  const review = {
    rating: 4,
    body: 'Still in one piece.',
    authorName: 'Lea',
    authorEmail: 'lea.frost@customer.example',
  }
  await call('key', 'POST', '/reviews', { platformProductId: 'mug-00', ...review })
  await call('key', 'DELETE', '/products/by-platform-id/mug-00')
  const former = await call('key', 'GET', '/products/by-platform-id/mug-00')
  await call('key', 'POST', `/products/${former.body.id}/merge`, { into: mugId })
}

async function groupGoods({ call, service, shop }: Walk): Promise<void> {
  await call('key', 'PUT', '/products', [
    { platformProductId: 'bowl-blue', title: 'Bowl, blue' },
    { platformProductId: 'bowl-grey', title: 'Bowl, grey' },
    { platformProductId: 'bowl-red', title: 'Bowl, red' },
  ])
  const idOf = async (id: string) => (await call('key', 'GET', `/products/by-platform-id/${id}`)).body.id
  const productIds = [await idOf('bowl-blue'), await idOf('bowl-grey')]
  const made = await call('key', 'POST', '/products/groups', { name: 'Bowl', productIds })
  await call('key', 'GET', `/products/groups/${made.body.id}`)
  await call('key', 'PATCH', `/products/groups/${made.body.id}`, { name: 'Bowl, all colours' })
  await call('key', 'GET', '/products/groups')
  await call('key', 'PUT', '/products/groups/settings', { byGtin: true })
  await call('key', 'GET', '/products/groups/settings')
  const spare = await call('key', 'POST', '/products/groups', {
    name: 'Spare',
    productIds: [await idOf('bowl-red'), await idOf('mug-01')],
  })
  await call('key', 'DELETE', `/products/groups/${spare.body.id}`)
  await byHand(
    service,
    `insert into product_group_overflows (store_env_id, source, key) values ('${shop.storeEnvId}', 'group_key', 'cards')`,
  )
}

/** The shop created its jug again, and a move of its reviews was undone. */
async function moveReviews({ call, jobs }: Walk): Promise<void> {
  const jug = { title: 'Jug', sku: 'JUG-01' }
  await call('key', 'PUT', '/products', [{ platformProductId: 'jug-00', ...jug }])
  const review = {
    rating: 5,
    body: 'Pours well.',
    authorName: 'Noa',
    authorEmail: 'noa.frost@customer.example',
  }
  await call('key', 'POST', '/reviews', { platformProductId: 'jug-00', ...review })
  await call('key', 'DELETE', '/products/by-platform-id/jug-00')
  await call('key', 'PUT', '/products', [{ platformProductId: 'jug-01', ...jug }])
  const idOf = async (id: string) => (await call('key', 'GET', `/products/by-platform-id/${id}`)).body.id
  const move = { fromProductId: await idOf('jug-00'), toProductId: await idOf('jug-01') }
  const undone = await call('key', 'POST', '/reviews/moves', move)
  await jobs()
  await call('key', 'GET', `/reviews/moves/${undone.body.id}`)
  await call('key', 'POST', `/reviews/moves/${undone.body.id}/undo`)
  await jobs()
  await call('key', 'GET', '/products/recreated')
  await call('key', 'GET', '/reviews/moves')
  await call('key', 'POST', '/reviews/moves', move)
  await jobs()
}

export async function sellGoods(walk: Walk): Promise<void> {
  const { call } = walk
  await call('key', 'PUT', '/products', [
    {
      platformProductId: 'mug-01',
      title: 'Stoneware mug',
      url: 'https://shop.example.com/products/mug',
      imageUrl: 'https://shop.example.com/images/mug.jpg',
      description: 'Stoneware, holds 0.4 litres.',
      categories: ['Kitchen'],
      brand: 'Acme',
      variants: [
        {
          platformVariantId: 'mug-01-blue',
          title: 'Blue',
          sku: 'MUG-01-B',
          gtin: '4006381333931',
          price: '24.00',
          currency: 'EUR',
        },
        { platformVariantId: 'mug-01-grey', title: 'Grey', sku: 'MUG-01-G', price: '24.00', currency: 'EUR' },
      ],
    },
    { platformProductId: 'tee-01', title: 'Linen tee', groupKey: 'tee' },
    { platformProductId: 'tee-02', title: 'Linen tee, long', groupKey: 'tee' },
  ])
  await call('key', 'PUT', '/orders', [
    makeOrder('1001', 'jane.doe@customer.example', 'Jane Doe'),
    makeOrder('1002', 'sam.kent@customer.example', 'Sam Kent'),
    makeOrder('1003', 'ida.lund@customer.example', 'Ida Lund'),
    makeOrder('1004', 'bo.berg@customer.example', 'Bo Berg'),
  ])
  const product = await call('key', 'GET', '/products/by-platform-id/mug-01')
  await mergeFormerMug(walk, product.body.id)
  await call('key', 'GET', `/products/${product.body.id}`)
  await call('session', 'GET', `/products/pictures?ids=${product.body.id}`)
  await call('key', 'PATCH', `/products/${product.body.id}`, { requestsExcluded: false })
  await call('session', 'POST', '/orders/review-requests?dryRun=true', {
    people: [{ email: 'kim.hale@customer.example', name: 'Kim Hale' }],
    productIds: [product.body.id],
    consent: true,
  })
  const order = await call('key', 'GET', '/orders/by-platform-id/1004')
  await call('session', 'POST', `/orders/${order.body.id}/review-link`)
  await sortGoods(walk)
  await groupGoods(walk)
  await moveReviews(walk)
  await call('key', 'POST', '/orders/resolve-line-items', {})
  await call('key', 'POST', '/products/review-feed')
  await call('key', 'POST', '/products/review-feed')
  await call('key', 'POST', '/products/review-feed/rotate')
  await call('key', 'GET', '/products/review-feed')
}
