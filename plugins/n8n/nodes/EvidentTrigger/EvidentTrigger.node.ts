import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { labelOf } from '../fields'
import { call, events, listAll } from '../requests'
import { refusalOf } from '../signature'

/** Static data of the node, which n8n stores in the row of the workflow. */
type Stored = { webhookId?: string; secret?: string; seen?: string[] }

/** A delivery repeats only while the service retries it, so a few hundred ids suffice. */
const mostSeen = 500

/**
 * Ids of events that this process has accepted. n8n stores `seen` after the response, and a repeated event may arrive
 * before that.
 */
const recent = new Map<string, Set<string>>()

export class EvidentTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Evident Trigger',
    name: 'evidentTrigger',
    icon: { light: 'file:../../icons/evident.svg', dark: 'file:../../icons/evident.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Start a workflow when a review, request, form or point balance changes',
    defaults: { name: 'Evident Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'evidentApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        description: 'Events that start the workflow',
        options: events.map(({ name, description }) => ({ name: labelOf(name), value: name, description })),
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret } = storedOf(this)
        if (!webhookId || !secret) return false
        const found = (await listAll(this, 'outbound_webhooks.list', {})).find(({ id }) => id === webhookId)
        return found !== undefined && found.enabled === true && isFor(this, found)
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default') ?? ''
        const stored = storedOf(this)
        // A webhook with this address is left over from an activation whose response was lost.
        for (const { id, url: theirs } of await listAll(this, 'outbound_webhooks.list', {}))
          if (theirs === url) await call(this, 'outbound_webhooks.delete', { id: id as string })
        const made = await call(this, 'outbound_webhooks.create', { url, events: wanted(this), description: 'n8n' })
        stored.webhookId = made.id as string
        stored.secret = made.secret as string
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = storedOf(this)
        const { webhookId } = stored
        const exists = (await listAll(this, 'outbound_webhooks.list', {})).some(({ id }) => id === webhookId)
        if (exists) await call(this, 'outbound_webhooks.delete', { id: webhookId as string })
        delete stored.webhookId
        delete stored.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject()
    const stored: Stored = this.getWorkflowStaticData('node')
    const refusal = refusalOf(
      { header: request.headers['x-service-signature-v2'], body: request.rawBody, secret: stored.secret },
      Date.now() / 1000,
    )
    if (refusal) {
      this.getResponseObject().status(401).json({ message: refusal })
      return { noWebhookResponse: true }
    }
    const event = this.getBodyData()
    const isTest = event.test === true && this.getMode() !== 'manual'
    if (isTest || !isNew(stored, String(event.event_id))) return { webhookResponse: 'OK' }
    // Responds before the workflow starts, because n8n stores `seen` after the response if its flag says that `seen` has
    // changed. Starting the workflow first would reset this flag (n8n 2.41.1).
    this.getResponseObject().status(200).send('OK')
    return { noWebhookResponse: true, workflowData: [this.helpers.returnJsonArray(event as IDataObject)] }
  }
}

const storedOf = (context: IHookFunctions): Stored => context.getWorkflowStaticData('node')

const wanted = (context: IHookFunctions) => context.getNodeParameter('events', []) as string[]

function isFor(context: IHookFunctions, webhook: IDataObject): boolean {
  const subscribed = [...((webhook.events as string[]) ?? [])].sort().join()
  return webhook.url === context.getNodeWebhookUrl('default') && subscribed === [...wanted(context)].sort().join()
}

/** False if the event was delivered before. */
function isNew(stored: Stored, eventId: string): boolean {
  const handled = recent.get(stored.webhookId ?? '') ?? new Set()
  const seen = stored.seen ?? []
  if (handled.has(eventId) || seen.includes(eventId)) return false
  recent.set(stored.webhookId ?? '', new Set([...handled, eventId].slice(-mostSeen)))
  stored.seen = [...seen, eventId].slice(-mostSeen)
  return true
}
