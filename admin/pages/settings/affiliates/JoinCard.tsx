import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { organizationQuery } from '../../../api/account/organization.ts'
import { affiliateQuery, joinAffiliates } from '../../../api/affiliates.ts'
import { ApiError } from '../../../api/client.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function JoinCard() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const joining = useMutation({
    mutationFn: () => joinAffiliates(storeId, code.trim() || undefined),
    onSuccess: (affiliate) => {
      queryClient.setQueryData(affiliateQuery(storeId).queryKey, affiliate)
      toast('You have joined')
      return queryClient.invalidateQueries({ queryKey: organizationQuery(storeId).queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    joining.mutate()
  }
  const said = formatProblem(joining.error)
  return (
    <Card title="Join">
      <form onSubmit={submit} className="grid gap-5 px-5 pt-2 pb-5">
        <ol className="grid max-w-[44rem] list-decimal gap-1.5 pl-5 text-sm">
          <li>You get a link. Organizations that follow it and sign up within 60 days are your referrals.</li>
          <li>You earn 20% of each invoice they pay in their first 12 months.</li>
          <li>Commissions can be paid out after 30 days. Refunds are deducted.</li>
        </ol>
        <div className="max-w-[26rem]">
          <TextField
            label="Code"
            hint="The end of your link: letters, digits and hyphens. You cannot change it later. Leave blank for a random code."
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
            error={said}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              joining.reset()
            }}
          />
        </div>
        {joining.error && !said && <Notice tone="danger">{joining.error.message}</Notice>}
        <Button type="submit" look="primary" isBusy={joining.isPending} className="justify-self-start">
          Join
        </Button>
      </form>
    </Card>
  )
}

const formatProblem = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.code === 'code_taken'
    ? 'This code is taken. Choose another.'
    : errorAt(error, '/code')
