import { useMutation, useQuery } from '@tanstack/react-query'
import { type CustomerFilters, customerTotalQuery, exportCustomers } from '../../api/customers.ts'
import { Button } from '../../components/Button.tsx'
import { saveFile } from '../../components/forms/save-file.ts'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function ExportButton({ filters }: { filters: CustomerFilters }) {
  const storeId = useStoreId()
  const { data: total } = useQuery(customerTotalQuery(storeId, filters))
  const exporting = useMutation({
    mutationFn: () => exportCustomers(storeId, filters),
    onSuccess: (file) => saveFile(file, 'customers.csv'),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Button icon="download" disabled={total === 0} isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export
    </Button>
  )
}
