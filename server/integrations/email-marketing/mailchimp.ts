// Mailchimp's events belong to a member of an audience. A missing person is added as a transactional contact, which has no
// subscription.
import { createHash } from 'node:crypto'
import {
  type Account,
  asCertain,
  type Provider,
  type ProviderCall,
  type ProviderEvent,
  resultOfFailure,
  type SendResult,
  toSendResult,
} from './provider.ts'

export const mailchimp: Provider = {
  name: 'mailchimp',
  // The key ends with its data centre, such as us21.
  origin: ({ apiKey }) => `https://${parseDataCentre(apiKey)}.api.mailchimp.com`,
  dropsRepeats: false,
  // Documented limit: ten parallel calls for the whole account.
  pace: { perSecond: 20, atOnce: 4 },
  async send(call, account, event) {
    const first = await sendEvent(call, account, event)
    if (first.status !== 404) return toSendResult(first)
    const added = await addContact(call, account, event)
    return added.kind === 'accepted' ? toSendResult(await sendEvent(call, account, event)) : added
  },
}

export const parseDataCentre = (apiKey: string): string | undefined => /-([a-z]{2,4}\d{1,3})$/.exec(apiKey)?.[1]

const sendEvent = (call: ProviderCall, account: Account, { name, at, contact, properties }: ProviderEvent) =>
  call({
    method: 'POST',
    path: `${memberPath(account, contact.email)}/events`,
    headers: buildHeaders(account),
    body: { name, properties: flat(properties), occurred_at: at.toISOString().replace(/\.\d+Z$/, '+00:00') },
  })

/** Adding a contact is idempotent and no event was sent yet, so any failure here can be retried. */
async function addContact(call: ProviderCall, account: Account, event: ProviderEvent): Promise<SendResult> {
  try {
    const answer = await putMember(call, account, event)
    if (answer.status === 404) return { kind: 'unusable', reason: 'audience_unknown' }
    return asCertain(toSendResult(answer))
  } catch (error) {
    return asCertain(resultOfFailure(error))
  }
}

const putMember = (call: ProviderCall, account: Account, { contact }: ProviderEvent) =>
  call({
    method: 'PUT',
    // An audience may require fields that we do not know, such as a postal address.
    path: `${memberPath(account, contact.email)}?skip_merge_validation=true`,
    headers: buildHeaders(account),
    body: {
      email_address: contact.email,
      status_if_new: 'transactional',
      ...(/^[a-z]{2}(?![a-z])/i.test(contact.locale ?? '') && { language: contact.locale?.slice(0, 2).toLowerCase() }),
      merge_fields: {
        ...(contact.firstName && { FNAME: contact.firstName }),
        ...(contact.lastName && { LNAME: contact.lastName }),
      },
    },
  })

const memberPath = ({ settings }: Account, email: string): string =>
  `/3.0/lists/${encodeURIComponent(settings.listId ?? '')}/members/${md5(email.toLowerCase())}`

/** Mailchimp identifies a member by the MD5 hash of the address. The hash has no security purpose. */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const buildHeaders = ({ apiKey }: Account) => ({
  authorization: `Basic ${Buffer.from(`evident:${apiKey}`).toString('base64')}`,
  'content-type': 'application/json',
})

/** `{products: [{title}]}` → `{products_1_title}`. */
function flat(value: unknown, name = ''): Record<string, string> {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object') return { [name]: String(value) }
  const inner = Array.isArray(value) ? value.map((each, i) => [String(i + 1), each] as const) : Object.entries(value)
  return Object.assign({}, ...inner.map(([key, each]) => flat(each, name === '' ? key : `${name}_${key}`)))
}
