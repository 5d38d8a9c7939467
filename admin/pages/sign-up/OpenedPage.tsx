import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery, signIn } from '../../api/account/session.ts'
import type { SignedUp, SignUpConfirmation } from '../../api/account/sign-up.ts'
import { Button } from '../../components/Button.tsx'
import { CopyField } from '../../components/forms/CopyField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'

export function OpenedPage({ made, chosen }: { made: SignedUp; chosen: Required<SignUpConfirmation> }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const entering = useMutation({
    mutationFn: () => signIn({ email: made.ownerEmail, password: chosen.password }),
    onSuccess: async () => {
      // Deletes cached data of the previous person.
      queryClient.clear()
      await queryClient.fetchQuery(sessionQuery)
      await navigate({ to: '/stores/$storeId/setup', params: { storeId: made.storeEnvId } })
    },
  })
  return (
    <SignInLayout title={`${chosen.organization} is open`} intro={`Sign in with ${made.ownerEmail} from now on.`}>
      {entering.error && <Notice tone="danger">{entering.error.message}</Notice>}
      <Button look="primary" isBusy={entering.isPending} onClick={() => entering.mutate()}>
        Go to {chosen.store}
      </Button>
      <section aria-labelledby="setup-key" className="grid gap-2 border-t border-line pt-5">
        <h2 id="setup-key" className="text-sm font-medium">
          Key for your shop’s server
        </h2>
        <p className="text-sm text-quiet">
          Shown only once. The key gives full access to the store. Create others under Settings → Apps and keys → API
          keys.
        </p>
        <CopyField label="API key" value={made.apiKey} />
      </section>
    </SignInLayout>
  )
}
