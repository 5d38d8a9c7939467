import { useQuery } from '@tanstack/react-query'
import { subscriptionQuery } from '../api/account/account.ts'
import { Icon } from '../components/Icon.tsx'
import { useStoreId } from './store/use-store.ts'
import { chooseBanner } from './subscription.ts'

export function SubscriptionBanner() {
  const { data } = useQuery(subscriptionQuery(useStoreId()))
  const banner = data && chooseBanner(data)
  if (!banner) return null
  return (
    <section
      aria-label="Subscription"
      role={banner.isUrgent ? 'alert' : undefined}
      className={`flex items-start gap-2.5 px-4 py-2.5 text-sm sm:px-8 ${banner.isUrgent ? 'bg-danger-wash text-danger' : 'border-b border-line bg-accent-wash text-text'}`}
    >
      <Icon name={banner.isUrgent ? 'warning' : 'log'} className="mt-px size-[1.125rem]" />
      <p>
        <strong className="font-semibold">{banner.title}</strong> {banner.text}
      </p>
    </section>
  )
}
