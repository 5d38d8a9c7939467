import { api, Button, ConfirmationDialog, Page, PageBlock, PageLayout, PageTitle } from '@vendure/dashboard'
import { useEffect, useState } from 'react'
import { describe, useTexts } from './texts'

type Status = {
  status: 'unconfigured' | 'refused' | 'unmigrated' | 'moved' | 'ready'
  fault: string | null
  refusal: string | null
  isConnected: boolean
  evidentUrl: string | null
}
type Result = { isSuccess: boolean; code: string | null; message: string | null; address?: string | null }

const statusQuery = 'query { evidentStatus { status fault refusal isConnected evidentUrl } }'
const connectMutation = 'mutation ($page: String!) { connectEvident(page: $page) { isSuccess code message address } }'

const disconnectMutation = 'mutation { disconnectEvident { isSuccess code message } }'

export function EvidentPage() {
  const [answer, setAnswer] = useState<Status>()
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const t = useTexts()
  const load = () =>
    api.query<{ evidentStatus: Status }>(statusQuery).then(
      ({ evidentStatus }) => setAnswer(evidentStatus),
      (refusal: Error) => setError(refusal.message),
    )
  useEffect(() => void load(), [])
  const act = async (mutation: string, variables: object) => {
    setIsBusy(true)
    setError('')
    try {
      const [result] = Object.values((await api.mutate(mutation, variables)) as Record<string, Result>)
      if (result && !result.isSuccess) setError(describe(t, result))
      await load()
    } catch (refusal) {
      setError((refusal as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  const connect = () => act(connectMutation, { page: window.location.origin })
  const { status, fault, refusal, isConnected, evidentUrl } = answer ?? {}
  return (
    <Page pageId="evident">
      <PageTitle>Evident</PageTitle>
      <PageLayout>
        <PageBlock column="main" blockId="evident-connect">
          <div className="grid gap-4">
            {status && (
              <p>
                {status === 'ready' && isConnected ? t.connected : t[status]}
                {refusal && describe(t, { code: fault, message: refusal })}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {status === 'ready' && (
                <Button onClick={connect} disabled={isBusy} variant={isConnected ? 'outline' : 'default'}>
                  {isConnected ? t.again : t.connect}
                </Button>
              )}
              {status === 'moved' && (
                <ConfirmationDialog
                  title={t.change}
                  description={t.changes}
                  confirmText={t.change}
                  cancelText={t.cancel}
                  onConfirm={connect}
                >
                  <Button disabled={isBusy} variant="outline">
                    {t.change}
                  </Button>
                </ConfirmationDialog>
              )}
              {isConnected && (
                <ConfirmationDialog
                  title={t.disconnect}
                  description={t.disconnects}
                  confirmText={t.disconnect}
                  cancelText={t.cancel}
                  onConfirm={() => act(disconnectMutation, {})}
                >
                  <Button disabled={isBusy} variant="outline">
                    {t.disconnect}
                  </Button>
                </ConfirmationDialog>
              )}
              {evidentUrl && (
                <a href={evidentUrl} target="_blank" rel="noopener" className="self-center underline">
                  {t.open}
                </a>
              )}
            </div>
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
