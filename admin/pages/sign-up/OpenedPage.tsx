import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { sessionQuery, signIn } from '../../api/session.ts'
import type { OpenSignUp, SignedUp } from '../../api/sign-up.ts'
import { Button } from '../../components/Button.tsx'
import { CopyField } from '../../components/CopyField.tsx'
import { TextField } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'

/** It is there. The link proves a mailbox and not a person: going on takes the password that was chosen. */
export function OpenedPage({ made, asked }: { made: SignedUp; asked: OpenSignUp }) {
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const entering = useMutation({
    mutationFn: () => signIn({ email: made.ownerEmail, password }),
    onSuccess: async () => {
      // A person who was signed in here before is not any more.
      queryClient.clear()
      await queryClient.fetchQuery(sessionQuery)
      await navigate({ to: '/stores/$storeId/setup', params: { storeId: made.storeEnvId } })
    },
  })
  const isWrong = entering.error instanceof ApiError && entering.error.status === 401
  const submit = (event: FormEvent) => {
    event.preventDefault()
    entering.mutate()
  }
  return (
    <SignInLayout title={`${asked.organization} is open`} intro="Sign in with the password that you chose, and go on.">
      <form onSubmit={submit} className="grid gap-4">
        <input type="email" autoComplete="username" value={made.ownerEmail} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          maxLength={200}
          hint={`Of ${made.ownerEmail}`}
          error={isWrong ? 'That is not the password that was chosen.' : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {entering.error && !isWrong && <Notice tone="danger">{entering.error.message}</Notice>}
        <Button type="submit" look="primary" isBusy={entering.isPending}>
          Go to {asked.store}
        </Button>
        <Link to="/forgot-password" className="justify-self-center text-sm text-quiet underline hover:text-text">
          Forgot your password?
        </Link>
      </form>
      <section aria-labelledby="setup-key" className="grid gap-2 border-t border-line pt-5">
        <h2 id="setup-key" className="text-sm font-medium">
          Key for your shop’s server
        </h2>
        <p className="text-sm text-quiet">
          Shown here and never again. It may do everything in the store; others are made under Settings, API keys.
        </p>
        <CopyField label="API key" value={made.apiKey} />
      </section>
    </SignInLayout>
  )
}
