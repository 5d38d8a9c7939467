import assert from 'node:assert/strict'
import type { Api, Shop, TestService } from '#test/service.ts'

export const consentText = 'I agree that my message is stored to answer it.'

export async function galleryWithForm(shop: Shop, leadForm: object = {}, more: object = {}): Promise<string> {
  const { status, body, text } = await shop.api.post('/galleries', {
    name: 'Home page',
    status: 'published',
    leadForm: {
      enabled: true,
      consentText,
      fields: { name: 'optional', phone: 'optional', message: 'optional' },
      ...leadForm,
    },
    ...more,
  })
  assert.equal(status, 201, text)
  return body.id
}

export const message = {
  email: 'Sam.Fuller@Customer.example',
  name: ' Sam Fuller ',
  phone: '+47 22 12 34 56',
  message: ' Do you ship to Norway? ',
}

export async function visitor(service: TestService, shop: Shop, galleryId: string, page: Api = shop.storefront) {
  const { startedAt } = (await page.get('/storefront/forms')).body
  service.advance(5_000)
  return (more: object = {}, headers: Record<string, string> = {}) =>
    page.post(`/storefront/galleries/${galleryId}/leads`, { ...message, consent: true, startedAt, ...more }, headers)
}

export const listLeads = async (api: Api, galleryId: string, query = '') => {
  const { status, body, text } = await api.get(`/galleries/${galleryId}/leads?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data
}

type Mail = {
  id: string
  recipient: string
  replyTo: string | null
  subject: string
  text: string
  html: string
}

export async function mailTo(service: TestService, shop: Shop, address: string): Promise<Mail[]> {
  await service.runJobs()
  const owner = await shop.signedIn()
  const { data } = (await owner.get('/email/mailbox?limit=100')).body
  const found = data.filter(({ recipient }: Mail) => recipient === address).toReversed()
  return Promise.all(found.map(async ({ id }: { id: string }) => (await owner.get(`/email/mailbox/${id}`)).body))
}
