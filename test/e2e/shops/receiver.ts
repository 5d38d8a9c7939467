import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Platform, WebhookMeaning } from '#integrations/shops/shop.ts'
import { until } from '#test/until.ts'

export type Receiver = {
  url: string
  forged: number
  /** Waits for a webhook about this row. Webhooks that ended an earlier wait do not count. */
  heard(kind: WebhookMeaning['kind'], resourceId: string): Promise<void>
  refuse(times: number): void
  close(): Promise<void>
}

export async function startReceiver(platform: Platform, secret: string): Promise<Receiver> {
  let heard: WebhookMeaning[] = []
  let refusals = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const headers = request.headers as Record<string, string>
    const verdict = platform.readWebhook({ headers, body, now: new Date() }, [secret])
    if (verdict.kind === 'forged') receiver.forged += 1
    const isRefused = refusals > 0
    if (isRefused) refusals -= 1
    else if (verdict.kind === 'accepted') {
      const about = { identifiers: platform.identifiers, currency: null }
      heard.push(platform.interpretWebhook(verdict.webhook.topic, body, about))
    }
    response.writeHead(isRefused ? 503 : verdict.kind === 'forged' ? 401 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    forged: 0,
    async heard(kind, resourceId) {
      const isIt = (each: WebhookMeaning) =>
        each.kind === kind && 'resourceId' in each && each.resourceId === resourceId
      await until(() => heard.some(isIt), `a webhook: ${kind} ${resourceId}`, 60_000)
      heard = heard.filter((each) => !isIt(each))
    },
    refuse(times) {
      refusals = times
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
  return receiver
}
