import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { installationQuery, sessionQuery, signIn } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../components/Button.tsx'
import { Field, TextField } from '../../components/forms/Field.tsx'
import { PasswordInput } from '../../components/forms/PasswordInput.tsx'
import { Notice } from '../../components/Notice.tsx'
import { goOnTo } from '../../state/go-on.ts'
import { signOnResult } from '../../texts/sign-on-results.ts'
import { PasskeyEntry } from './PasskeyEntry.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { SignOnEntry } from './SignOnEntry.tsx'

export function SignInPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { next, singleSignOn } = useSearch({ from: '/sign-in' })
  const [methods, setMethods] = useState(singleSignOn === 'second_step' ? ['totp'] : undefined)
  const { data: installation } = useQuery(installationQuery)
  const router = useRouter()
  const queryClient = useQueryClient()
  const entering = useMutation({
    mutationFn: () => signIn({ email: email.trim(), password }),
    onSuccess: async ({ twoFactorRedirect, twoFactorMethods = [] }) =>
      twoFactorRedirect ? setMethods(twoFactorMethods) : goOn(),
  })
  const goOn = async () => {
    // Deletes cached data of the previous person.
    queryClient.clear()
    await queryClient.fetchQuery(sessionQuery)
    goOnTo(router.history, next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    entering.mutate()
  }
  if (methods)
    return (
      <SecondStep
        methods={methods}
        onDone={goOn}
        onBack={() => {
          setMethods(undefined)
          setPassword('')
        }}
      />
    )
  if (installation?.hasAccounts === false) return <Navigate to="/first-account" replace />
  return (
    <SignInLayout title="Sign in" intro={next && !entering.error ? 'Sign in to continue.' : undefined}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className="relative">
          <Field label="Password">
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Link to="/forgot-password" className="absolute end-0 top-0 text-sm text-quiet underline hover:text-text">
            Forgot your password?
          </Link>
        </div>
        {entering.error && <Notice tone="danger">{formatReason(entering.error)}</Notice>}
        {!entering.error && signOnResult(singleSignOn) && <Notice tone="warn">{signOnResult(singleSignOn)}</Notice>}
        <Button type="submit" look="primary" isBusy={entering.isPending} className="mt-1">
          Sign in
        </Button>
        <Or />
        <PasskeyEntry onDone={goOn} isOffered />
        <SignOnEntry email={email} next={next} />
        {installation?.signUp && (
          <Link to="/sign-up" className="justify-self-center text-sm text-quiet underline hover:text-text">
            No account yet? Sign up
          </Link>
        )}
      </form>
    </SignInLayout>
  )
}

function Or() {
  return (
    <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  )
}

function formatReason(error: Error): string {
  if (error instanceof ApiError && error.status === 401) return 'The email address and the password do not match.'
  if (error instanceof ApiError && error.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 1000) / 1000)
    return `Too many attempts. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`}, or choose a new password.`
  }
  return error.message
}
