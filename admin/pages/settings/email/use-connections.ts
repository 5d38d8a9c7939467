import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../../../api/shops/connectors.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { providerName } from './labels.ts'

export function useProviderName(provider: string): string {
  const storeId = useStoreId()
  const { data } = useQuery({ ...connectionsQuery(storeId), enabled: provider !== 'evident' })
  if (provider === 'evident') return 'Evident'
  const connection = data?.find((each) => each.id === provider)
  return connection ? `${providerName(connection.provider)} (${connection.name})` : 'A connection'
}
