import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectionsQuery } from '../../../api/shops/connectors.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import type { FieldsProps } from './fields-props.ts'
import { providerName } from './labels.ts'

export function ProviderField({ settings: { provider }, set, error }: FieldsProps) {
  const storeId = useStoreId()
  const { data: connections = [], isPending } = useQuery(connectionsQuery(storeId))
  const isMissing = provider !== 'evident' && !isPending && !connections.some(({ id }) => id === provider)
  return (
    <>
      <Choice
        legend="Sending service for requests and reminders"
        value={provider}
        error={error('/provider')}
        onChange={(chosen) => set({ provider: chosen })}
        options={[
          { value: 'evident', name: 'Evident', meaning: 'Uses the templates and branding of this store.' },
          ...connections
            .filter(({ provider: kind }) => kind !== 'brevo')
            .map(({ id, name, provider: kind, status }) => ({
              value: id,
              name: (
                <span className="flex flex-wrap items-center gap-2">
                  {name}
                  {status === 'needs_reauth' && <Badge tone="danger">Key refused</Badge>}
                  {status === 'paused' && <Badge tone="warn">Paused</Badge>}
                </span>
              ),
              meaning: `${providerName(kind)} gets an event when a request is due, and its flow sends the email.`,
            })),
          ...(isMissing ? [{ value: provider, name: 'A removed connection', isDisabled: true }] : []),
        ]}
      />
      <p className="text-sm text-quiet">
        Klaviyo, Omnisend or Mailchimp can send them instead, once it is one of the{' '}
        <Link
          to="/stores/$storeId/settings/connections"
          params={{ storeId }}
          className="font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          connections
        </Link>
        .
      </p>
    </>
  )
}
