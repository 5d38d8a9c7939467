import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../api/account/organization.ts'
import { Icon } from '../components/Icon.tsx'
import { formatDay } from '../components/values/dates.ts'
import { useRole, useStoreId } from './store/use-store.ts'
import { UndoDeletion } from './UndoDeletion.tsx'

export function ClosingBanner() {
  const { isAtLeast, isDelegate } = useRole()
  // Delegates may not read the organization, so they see no banner.
  const { data } = useQuery({ ...organizationQuery(useStoreId()), enabled: !isDelegate })
  if (!data?.closing || !data.deletesAt) return null
  const isOwner = isAtLeast('OWNER')
  return (
    <section
      role="alert"
      aria-label="Deletion"
      className="flex flex-wrap items-start gap-x-4 gap-y-2 bg-danger-wash px-4 py-2.5 text-sm text-danger sm:px-8"
    >
      <p className="flex min-w-[16rem] flex-1 gap-2.5">
        <Icon name="warning" className="mt-px size-[1.125rem]" />
        <span>
          <strong className="font-semibold">
            {data.name} is deleted on {formatDay(data.deletesAt)}.
          </strong>{' '}
          Until then you can read and export everything, but change nothing. The storefront shows nothing.
          {!isOwner && ' An owner can undo the deletion.'}
        </span>
      </p>
      {isOwner && <UndoDeletion size="small" />}
    </section>
  )
}
