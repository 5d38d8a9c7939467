import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  sessionQuery,
  showAppCode,
  twoFactorQuery,
} from '../../../api/account/session.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { isWrongPassword, OwnPasswordField } from '../../../components/forms/OwnPasswordField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { OwnForm } from './OwnForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const QrCode = lazy(() => import('./QrCode.tsx'))

type Begun = { totpURI: string; secret: string }

export function TwoFactorCard({ onSetUp }: { onSetUp?: () => Promise<void> }) {
  const queryClient = useQueryClient()
  const { data: state, error } = useQuery(twoFactorQuery)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Begun>()
  const [isEnding, setIsEnding] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey })
  const beginning = useMutation({
    mutationFn: () => enableTwoFactor(password),
    onSuccess: (made) => {
      setPassword('')
      setBegun(made)
      setCodes(made.backupCodes)
    },
  })
  const confirming = useMutation({
    mutationFn: () => showAppCode(code.replace(/\s/g, '')),
    onSuccess: async () => {
      setBegun(undefined)
      setCode('')
      toast('Two-factor authentication is on; you are signed out everywhere else')
      if (onSetUp) return onSetUp()
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return refresh()
    },
  })
  const renewing = useMutation({
    mutationFn: () => renewRecoveryCodes(password),
    onSuccess: (made) => {
      setPassword('')
      setCodes(made.backupCodes)
      return refresh()
    },
  })
  const title = 'Two-factor authentication'
  if (error)
    return (
      <Card title={title}>
        <div className="px-5 pt-3 pb-5">
          <Notice tone="danger">{error.message}</Notice>
        </div>
      </Card>
    )
  if (!state) return null
  const failed = [beginning, renewing].map(({ error: each }) => each).find(Boolean)
  const isWrong = isWrongPassword(failed ?? null)
  const field = (
    <OwnPasswordField label="Current password" value={password} onChange={setPassword} error={failed ?? null} />
  )
  const shown = codes && <RecoveryCodes codes={codes} />
  if (begun)
    return (
      <OwnForm
        title={title}
        action="Turn on"
        act={() => confirming.mutate()}
        isBusy={confirming.isPending}
        isPrimary
        problem={confirming.error ? 'Invalid code. Enter the next one that the app shows.' : undefined}
      >
        <p className="text-sm">
          Scan this with an authenticator app, type the key in by hand, or{' '}
          <a className="underline" href={begun.totpURI}>
            open it in an app on this device
          </a>
          .
        </p>
        <Suspense fallback={<div className="size-48" />}>
          <QrCode text={begun.totpURI} label="QR code of the key" />
        </Suspense>
        <CopyField label="Key for the app" value={begun.secret} />
        {shown}
        <TextField
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </OwnForm>
    )
  if (!state.enabled)
    return (
      <OwnForm
        title={title}
        action="Set it up"
        act={() => beginning.mutate()}
        isBusy={beginning.isPending}
        problem={isWrong ? undefined : failed?.message}
      >
        <p className="text-sm text-quiet">
          Signing in also asks for a code from an app on your phone. A stolen password alone is then useless.
        </p>
        {field}
      </OwnForm>
    )
  return (
    <>
      <OwnForm
        title={title}
        action="New recovery codes"
        act={() => renewing.mutate()}
        isBusy={renewing.isPending}
        problem={isWrong ? undefined : failed?.message}
      >
        <p className="text-sm text-quiet">
          {`It is on. ${state.recoveryCodesLeft === 1 ? 'One recovery code is' : `${state.recoveryCodesLeft} recovery codes are`} left.`}
        </p>
        {shown}
        {field}
        <Button onClick={() => setIsEnding(true)} disabled={!password} className="justify-self-start">
          Switch it off
        </Button>
      </OwnForm>
      {isEnding && (
        <ConfirmDialog
          title="Turn off two-factor authentication?"
          confirmLabel="Switch it off"
          isDangerous
          act={() => disableTwoFactor(password)}
          onDone={() => {
            setPassword('')
            setCodes(undefined)
            toast('Two-factor authentication is off')
            void refresh()
          }}
          onClose={() => setIsEnding(false)}
        >
          You then sign in with your password alone. The key in your app and your recovery codes stop working.
        </ConfirmDialog>
      )}
    </>
  )
}
