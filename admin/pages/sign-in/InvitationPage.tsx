import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { acceptInvitation, invitationQuery, type OpenInvitation, sessionQuery } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { Field, TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { PasswordInput } from '../../components/forms/PasswordInput.tsx'
import { Notice } from '../../components/Notice.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { roleNames } from '../../shell/store/role-names.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { passwordWeakness } from './password-strength.ts'
import { SecondStep } from './SecondStep.tsx'
import { SignInLayout, UnreadSignIn } from './SignInLayout.tsx'

export function InvitationPage() {
  const { token } = useParams({ from: '/invitations/$token' })
  const open = useQuery(invitationQuery(token))
  if (isUsed(open.error)) return <UsedPage />
  if (isGone(open.error)) return <GonePage />
  if (open.error) return <UnreadSignIn error={open.error} onRetry={() => void open.refetch()} />
  return open.data ? <Open token={token} invitation={open.data} /> : <Loading />
}

const isGone = (error: Error | null) => error instanceof ApiError && (error.status === 404 || error.status === 400)

const isUsed = (error: Error | null) => error instanceof ApiError && error.code === 'link_used'

function Open({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const { organization, invitedBy, email, role, expiresAt, hasAccount } = invitation
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [methods, setMethods] = useState<string[]>()
  const { data: session } = useQuery(sessionQuery)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const accepting = useMutation({
    mutationFn: () => acceptInvitation(token, { ...(!hasAccount && { name: name.trim() }), password }),
    onSuccess: async ({ twoFactorRedirect, twoFactorMethods = [] }) =>
      twoFactorRedirect ? setMethods(twoFactorMethods) : goOn(),
  })
  const goOn = async () => {
    queryClient.clear()
    await queryClient.fetchQuery(sessionQuery)
    await navigate({ to: '/' })
  }
  // The invitation was already accepted, so the back button leads to sign-in.
  if (methods) return <SecondStep methods={methods} onDone={goOn} onBack={() => void navigate({ to: '/' })} />
  const refusal = accepting.error instanceof ApiError ? accepting.error : undefined
  if (isUsed(accepting.error)) return <UsedPage />
  if (refusal?.status === 404) return <GonePage />
  const problem = remainingError(accepting.error, ['/name', '/password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accepting.mutate()
  }
  return (
    <SignInLayout
      title={`Join ${organization}`}
      intro={
        <>
          {invitedBy ?? 'A member'} invited <span className="wrap-anywhere text-text">{email}</span> to work on the
          organization's reviews, as {roleNames[role]}. The invitation is open until {formatDay(expiresAt)}.
        </>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {session && session.user.email !== email && (
          <Notice>
            You are signed in as <span className="wrap-anywhere">{session.user.email}</span>. Accepting signs you in as{' '}
            <span className="wrap-anywhere">{email}</span> instead.
          </Notice>
        )}
        {hasAccount ? (
          <Field label="Password" hint="This address has an account here already. Enter its password.">
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                required
                maxLength={200}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <>
            <TextField
              label="Your name"
              autoComplete="name"
              required
              maxLength={80}
              error={errorAt(accepting.error, '/name')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <NewPasswordField
              label="Password"
              value={password}
              onChange={setPassword}
              error={passwordWeakness(accepting.error, '/password')}
            />
          </>
        )}
        {problem && (
          <Notice tone="danger">
            {refusal?.code === 'password_wrong' ? 'Wrong password for this account.' : problem}
          </Notice>
        )}
        <Button type="submit" look="primary" isBusy={accepting.isPending} className="mt-1">
          Accept the invitation
        </Button>
        {hasAccount && (
          <Link to="/forgot-password" className="justify-self-center text-sm text-quiet underline hover:text-text">
            Forgot your password?
          </Link>
        )}
      </form>
    </SignInLayout>
  )
}

function UsedPage() {
  return (
    <SignInLayout title="This invitation was accepted already" intro="Sign in with the password you chose then.">
      <Link to="/sign-in" className={buttonClass('primary')}>
        Sign in
      </Link>
    </SignInLayout>
  )
}

function GonePage() {
  return (
    <SignInLayout
      title="This invitation is not open"
      intro="It was withdrawn, replaced by a newer one, or is older than seven days. Ask for a new one."
    >
      <Link to="/" className={buttonClass('primary')}>
        Sign in
      </Link>
    </SignInLayout>
  )
}
