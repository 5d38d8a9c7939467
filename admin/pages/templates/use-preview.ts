import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Preview, type PreviewOf, previewQuery } from '../../api/mail/email-templates.ts'
import { useSettled } from '../../components/forms/use-settled.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'

export type ShownPreview = { preview: Preview | undefined; error: Error | null; isPending: boolean }

export function usePreview(wanted: PreviewOf): ShownPreview {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const settled = useSettled(wanted)
  const { data, error, isFetching } = useQuery({ ...previewQuery(storeId, settled), enabled: isAtLeast('MEMBER') })
  const [last, setLast] = useState<Preview>()
  if (data && data !== last) setLast(data)
  return { preview: data ?? last, error, isPending: isFetching || JSON.stringify(settled) !== JSON.stringify(wanted) }
}
