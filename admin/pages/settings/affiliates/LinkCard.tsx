import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '../../../api/account/session.ts'
import type { Affiliate } from '../../../api/affiliates.ts'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'

export function LinkCard({ affiliate: { url, code } }: { affiliate: Affiliate }) {
  const { data: installation } = useQuery(installationQuery)
  return (
    <Card title="Your link">
      <div className="grid gap-4 px-5 pt-2 pb-5">
        <p className="max-w-[44rem] text-sm text-quiet">
          Organizations that follow it and sign up in the same browser within 60 days are your referrals. So are those
          that enter the code when they sign up.
        </p>
        {installation?.signUp === false && (
          <Notice>
            Signing up is closed for now. The operator of the service enters your code for a new organization.
          </Notice>
        )}
        <div className="grid max-w-[40rem] gap-3">
          <CopyField label="Link" value={url} />
          <CopyField label="Code" value={code} />
        </div>
      </div>
    </Card>
  )
}
