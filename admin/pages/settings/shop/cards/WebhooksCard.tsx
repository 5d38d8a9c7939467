import { useState } from 'react'
import type { Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Fact } from '../../../../components/Fact.tsx'
import { CopyField } from '../../../../components/forms/CopyField.tsx'
import { shownLocale } from '../../../../components/locale.ts'
import { Notice } from '../../../../components/Notice.tsx'
import { Card } from '../../../../components/Page.tsx'
import { Time } from '../../../../components/values/Time.tsx'
import { useRole } from '../../../../shell/store/use-store.ts'
import { labelOf, plural, webhookAddress } from '../parts/labels.ts'
import { platforms } from '../parts/platforms.tsx'
import { RepairDialog } from './RepairDialog.tsx'

/** Webhooks bring changes within seconds. A nightly read finds changes whose webhook was lost. */
export function WebhooksCard({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  const [isRepairing, setIsRepairing] = useState(false)
  const { platform, webhooks } = shop
  const { missing, lastReceivedAt, rejected } = webhooks
  const name = labelOf(platform)
  const isSetUpByHand = platform === 'medusa' || platform === 'vendure'
  return (
    <Card title="Webhooks">
      <div className="grid gap-5 px-5 pt-2 pb-5">
        <p className="max-w-[44rem] text-sm text-quiet">
          {name} sends changes through webhooks within seconds. At night, we read the changes that did not arrive.
        </p>
        {missing.length > 0 && (
          <Notice tone="warn">
            <p>
              {name} no longer sends <span className="font-mono text-xs wrap-anywhere">{missing.join(', ')}</span>: the
              webhooks are missing there, or switched off.
            </p>
            {isAtLeast('ADMIN') && (
              <Button size="small" className="mt-3" onClick={() => setIsRepairing(true)}>
                Repair
              </Button>
            )}
          </Notice>
        )}
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-4">
          <Fact name="Last received">{lastReceivedAt ? <Time at={lastReceivedAt} /> : 'None yet'}</Fact>
          <Fact name="Rejected">{rejected.toLocaleString(shownLocale)}</Fact>
          {!isSetUpByHand && (
            <Fact name={`At ${name}`}>
              {missing.length > 0 ? `${plural(missing.length, 'webhook', 'webhooks')} missing` : 'No missing webhooks'}
            </Fact>
          )}
        </dl>
        {rejected > 0 && (
          <p className="max-w-[44rem] text-sm text-quiet">
            Rejected webhooks had an invalid signature: from another sender, or made with an old secret.
          </p>
        )}
        {isSetUpByHand && !shop.plugin && (
          <div className="grid max-w-[40rem] gap-2 text-sm">
            <p className="text-quiet">
              The{' '}
              <a href={platforms[platform].guide} target="_blank" rel="noopener" className="underline">
                guide
              </a>{' '}
              shows what to put into your {name} project. The project calls this address. The secret was shown once: if
              it is lost, disconnect the shop and connect it again for a new one.
            </p>
            <CopyField label="Address for webhooks" value={webhookAddress(shop)} />
          </div>
        )}
      </div>
      {isRepairing && <RepairDialog shop={shop} onClose={() => setIsRepairing(false)} />}
    </Card>
  )
}
