import type { ReactNode } from 'react'
import type { Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { CopyField } from '../../../../components/forms/CopyField.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { Card } from '../../../../components/Page.tsx'
import { webhookAddress } from '../parts/labels.ts'
import { platforms } from '../parts/platforms.tsx'

type Props = { shop: Shop; webhookSecret: string; onKept(): void }

export function SecretCard({ shop, webhookSecret, onKept }: Props) {
  const { name, guide } = platforms[shop.platform]
  return (
    <Card title="Get changes within seconds">
      <div className="grid gap-5 px-5 pt-3 pb-5">
        <Notice tone="warn">The secret is shown only once. Copy it before you leave this page.</Notice>
        <ol className="grid list-decimal gap-4 pl-5 text-sm marker:font-medium">
          <Step
            text={
              <>
                In your {name} project, save the {shop.platform === 'medusa' ? 'subscriber' : 'plugin'} from the{' '}
                <a href={guide} target="_blank" rel="noopener" className="underline">
                  guide
                </a>
                .
              </>
            }
          />
          <Step text="Set EVIDENT_WEBHOOK_URL, the address that your project calls:">
            <CopyField label="EVIDENT_WEBHOOK_URL" value={webhookAddress(shop)} />
          </Step>
          <Step text="Set EVIDENT_WEBHOOK_SECRET, the secret that your project signs with:">
            <CopyField label="EVIDENT_WEBHOOK_SECRET" value={webhookSecret} />
          </Step>
          <Step
            text={`Restart ${name}. Without webhooks, the shop is synced every night, which is enough to start with.`}
          />
        </ol>
        <Button look="primary" className="justify-self-start" onClick={onKept}>
          I have saved the secret
        </Button>
      </div>
    </Card>
  )
}

function Step({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <li className="pl-1">
      <div className="grid gap-2">
        <p className="text-quiet">{text}</p>
        {children}
      </div>
    </li>
  )
}
