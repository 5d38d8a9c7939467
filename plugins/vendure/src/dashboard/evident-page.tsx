import { api, Button, Page, PageBlock, PageLayout, PageTitle } from '@vendure/dashboard'
import { useEffect, useState } from 'react'

type Status = { status: string; refusal: string | null; isConnected: boolean; evidentUrl: string | null }
type Result = { isSuccess: boolean; message: string | null; address: string | null }

const statusQuery = 'query { evidentStatus { status refusal isConnected evidentUrl } }'
const connectMutation = 'mutation ($page: String!) { connectEvident(page: $page) { isSuccess message address } }'

export function EvidentPage() {
  const [answer, setAnswer] = useState<Status>()
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const load = () =>
    api.query<{ evidentStatus: Status }>(statusQuery).then(
      ({ evidentStatus }) => setAnswer(evidentStatus),
      (refusal: Error) => setError(refusal.message),
    )
  useEffect(() => void load(), [])
  const connect = async () => {
    setIsBusy(true)
    setError('')
    try {
      const { connectEvident } = (await api.mutate(connectMutation, { page: window.location.origin })) as {
        connectEvident: Result
      }
      if (!connectEvident.isSuccess) setError(connectEvident.message ?? 'Evident refused.')
      await load()
    } catch (refusal) {
      setError((refusal as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Page pageId="evident">
      <PageTitle>Evident</PageTitle>
      <PageLayout>
        <PageBlock column="main" blockId="evident-connect">
          <div className="grid gap-4">
            {answer && <p>{describe(answer)}</p>}
            {(answer?.status === 'ready' || answer?.status === 'moved') && (
              <div className="flex gap-2">
                <Button onClick={connect} disabled={isBusy} variant={answer.isConnected ? 'outline' : 'default'}>
                  {answer.isConnected ? 'Connect again' : 'Connect'}
                </Button>
                {answer.evidentUrl && (
                  <a href={answer.evidentUrl} target="_blank" rel="noopener" className="self-center underline">
                    Open Evident
                  </a>
                )}
              </div>
            )}
            {error && (
              <p role="alert" className="text-destructive">
                {error}
              </p>
            )}
          </div>
        </PageBlock>
      </PageLayout>
    </Page>
  )
}

function describe({ status, refusal, isConnected }: Status): string {
  if (status === 'unconfigured')
    return 'Set EVIDENT_CONNECTION to the connection string that Evident shows, and start the server again.'
  if (status === 'refused') return `EVIDENT_CONNECTION does not work: ${refusal}`
  if (status === 'unmigrated')
    return 'The tables of the plugin are missing. Generate a migration, run it, and start again.'
  if (status === 'moved')
    return 'EVIDENT_CONNECTION is of another store than the stars in this shop. Set the string of that store, or choose Connect to change the store. The stars of the store before are then deleted.'
  return isConnected
    ? 'Connected. Evident reads products and orders, and stars appear in the shop.'
    : 'Connect makes an administrator who only reads products, orders and customers, and hands it to Evident.'
}
