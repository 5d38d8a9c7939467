import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import { exampleBody } from '../operations.ts'
import { makeOrder, type Walk } from './walk.ts'

export async function rewardLoyalty({ shop, call, jobs }: Walk): Promise<void> {
  await call('key', 'PUT', '/loyalty/program', {
    ...exampleBody('loyalty.update_program'),
    holdDays: 0,
    startsAt: '2026-11-01T00:00:00Z',
    shopperRedeems: true,
  })
  await jobs()
  await call('key', 'GET', '/loyalty/program')
  const balances = 'email,points\nida@customer.example,640\n'
  await call('key', 'POST', '/imports/loyalty-balances?fileName=balances.csv', balances, { 'content-type': 'text/csv' })
  await jobs()
  await call('key', 'GET', '/loyalty/program/expiry-preview')
  await call('key', 'GET', '/loyalty/program/order-preview?total=120.00')
  const ida = await call('key', 'GET', `/loyalty/members/by-email/${encodeURIComponent('ida.lund@customer.example')}`)
  const member = `/loyalty/members/${ida.body.id}`
  await call('key', 'GET', member)
  await call('session', 'GET', member)
  await call('key', 'PATCH', member, exampleBody('loyalty.update_member'))
  await call('key', 'POST', '/loyalty/members', { email: 'new.here@customer.example' })
  await call('key', 'POST', '/loyalty/members', { email: 'new.here@customer.example' })
  const grant = exampleBody('loyalty.grant_points')
  await call('key', 'POST', `${member}/grants`, grant)
  await call('key', 'POST', `${member}/grants`, grant)
  const reward = await call('key', 'POST', '/loyalty/rewards', exampleBody('loyalty.create_reward'))
  await call('key', 'PATCH', `/loyalty/rewards/${reward.body.id}`, exampleBody('loyalty.update_reward'))
  await call('key', 'POST', `/loyalty/rewards/${reward.body.id}/codes`, exampleBody('loyalty.add_reward_codes'))
  await call('key', 'GET', '/loyalty/rewards')
  await call('key', 'GET', `/loyalty/rewards/${reward.body.id}`)
  const purchase = { memberId: ida.body.id, rewardId: reward.body.id, idempotencyKey: 'cart-2f9c' }
  const redemption = await call('key', 'POST', '/loyalty/redemptions', purchase)
  await call('key', 'POST', '/loyalty/redemptions', purchase)
  await call('key', 'GET', '/loyalty/redemptions')
  await call('key', 'GET', `/loyalty/redemptions/${redemption.body.id}`)
  await call('key', 'POST', `/loyalty/redemptions/${redemption.body.id}/reverse`, {})
  const bo = await call('key', 'GET', `/loyalty/members/by-email/${encodeURIComponent('bo.berg@customer.example')}`)
  const referral = await call('key', 'POST', '/loyalty/referrals', {
    advocateMemberId: bo.body.id,
    friendEmail: 'second.bo@customer.example',
  })
  await call('key', 'PUT', '/orders', [
    { ...makeOrder('1090', 'second.bo@customer.example', 'Bo Berg'), referralCode: referral.body.code },
  ])
  await call('key', 'PATCH', `/loyalty/referrals/${referral.body.id}`, exampleBody('loyalty.decide_referral'))
  await call('key', 'GET', '/loyalty/referrals')
  await call('session', 'GET', '/loyalty/referrals')
  await call('key', 'GET', `${member}/journal`)
  await call('key', 'GET', '/loyalty/members')
  await call('key', 'GET', '/loyalty/journal/export')
  await call('session', 'GET', '/loyalty/journal/export')
  await call('key', 'GET', '/loyalty/liability')
  const secret = await call('session', 'GET', `/account/stores/${shop.storeEnvId}/storefront-secret`)
  const exp = Date.parse('2026-11-20T20:00:00Z') / 1000
  const payload = Buffer.from(JSON.stringify({ email: 'ida.lund@customer.example', exp })).toString('base64url')
  const headers = { 'x-customer-token': signCustomerToken(payload, secret.body.secret) }
  await call('page', 'GET', '/storefront/loyalty/member', undefined, headers)
  const chosen = { rewardId: reward.body.id, idempotencyKey: 'account-7k2p' }
  const own = await call('page', 'POST', '/storefront/loyalty/redemptions', chosen, headers)
  await call('page', 'POST', '/storefront/loyalty/redemptions', chosen, headers)
  await call('page', 'GET', '/storefront/loyalty/redemptions', undefined, headers)
  await call('page', 'GET', `/storefront/loyalty/redemptions/${own.body.id}`, undefined, headers)
  await call('page', 'GET', '/storefront/loyalty/referral', undefined, headers)
}

export async function offerIncentives({ shop, service, call, jobs }: Walk): Promise<void> {
  const product = await call('key', 'GET', '/products/by-platform-id/tee-01')
  const offered = await call('key', 'POST', '/review-incentives', {
    kind: 'coupon',
    text: '10 % off your next order for your review',
    terms: 'For praise and criticism alike. Once per person and product.',
    productIds: [product.body.id],
    lowAt: 20,
  })
  const incentive = `/review-incentives/${offered.body.id}`
  await call('key', 'POST', `${incentive}/codes`, { codes: ['THANKS-7Q2M', 'THANKS-9X4K'] })
  await call('key', 'PATCH', incentive, { status: 'active' })
  await call('page', 'GET', '/storefront/review-form?platformProductId=tee-01')
  const review = { platformProductId: 'tee-01', rating: 2, body: 'Shrank a little.', authorName: 'Ida L.' }
  await writeProven({ shop, service }, 'ida.lund@customer.example', review)
  await jobs()
  await call('key', 'GET', `${incentive}/rewards`)
  await call('key', 'GET', incentive)
  await call('key', 'GET', '/review-incentives')
  const unused = await call('key', 'POST', '/review-incentives', { kind: 'coupon', text: 'A mug', code: 'MUG' })
  await call('key', 'DELETE', `/review-incentives/${unused.body.id}`)
}

async function writeProven({ shop, service }: Pick<Walk, 'shop' | 'service'>, email: string, review: object) {
  const { secret } = (await (await shop.signedIn()).get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  const exp = Math.floor(service.service.clock.now().getTime() / 1000) + 3600
  const headers = {
    'x-customer-token': signCustomerToken(Buffer.from(JSON.stringify({ email, exp })).toString('base64url'), secret),
  }
  await shop.storefront.post('/storefront/reviews', { ...review, authorEmail: email, consent: true }, headers)
}

/** The connected shop makes one code and refuses another. */
export async function offerShopCodes({ shop, service, call, jobs, shopify }: Walk): Promise<void> {
  const product = await call('key', 'GET', '/products/by-platform-id/cup-1')
  const offered = await call('key', 'POST', '/review-incentives', {
    kind: 'coupon',
    text: '5 € off your next order for your review',
    productIds: [product.body.id],
    codes: 'platform',
    value: { type: 'fixed_amount', amount: '5.00', currency: 'EUR', minimumTotal: '40.00', validDays: 60 },
    status: 'active',
  })
  const review = { platformProductId: 'cup-1', rating: 4, body: 'Good for two espressos.', authorName: 'Ida L.' }
  await writeProven({ shop, service }, 'ida.lund@customer.example', review)
  await jobs()
  shopify.refusedDiscount = 'EXCEEDED_MAX'
  await writeProven({ shop, service }, 'jonas.berg@customer.example', { ...review, authorName: 'Jonas B.' })
  await jobs()
  shopify.refusedDiscount = undefined
  await call('key', 'GET', `/review-incentives/${offered.body.id}/rewards`)
}
