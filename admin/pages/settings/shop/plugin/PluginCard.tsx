import { type ReactNode, useState } from 'react'
import type { IssuedString, PluginPlatform, Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Fact } from '../../../../components/Fact.tsx'
import { CopyField } from '../../../../components/forms/CopyField.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { Card } from '../../../../components/Page.tsx'
import { Time } from '../../../../components/values/Time.tsx'
import { useRole } from '../../../../shell/store/use-store.ts'
import { labelOf } from '../parts/labels.ts'
import { installSteps } from './install-steps.ts'
import { ReplaceStringDialog } from './ReplaceStringDialog.tsx'

type Props = {
  shop: Shop
  connectionString: string | undefined
  onString(issued: IssuedString | undefined): void
}

export function PluginCard({ shop, connectionString, onString }: Props) {
  const { isAtLeast, isDelegate } = useRole()
  const [isReplacing, setIsReplacing] = useState(false)
  const { plugin, status } = shop
  const isWaiting = plugin?.lastSeenAt === null
  const name = labelOf(shop.platform)
  return (
    <Card title={connectionString || isWaiting ? 'Install the plugin' : 'Plugin'}>
      <div className="grid gap-5 px-5 pt-3 pb-5">
        {connectionString && (
          <Notice tone="warn">The connection string is shown only now. Copy it before you leave this page.</Notice>
        )}
        {(connectionString || isWaiting) && <InstallSteps shop={shop} connectionString={connectionString} />}
        {plugin && !isWaiting && (
          <>
            {status === 'installing' && (
              <Notice>
                The plugin runs. Open Evident in the admin of {name}, and choose Connect: products and orders are then
                read.
              </Notice>
            )}
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-4">
              <Fact name="Plugin">{plugin.version ?? 'Unknown'}</Fact>
              <Fact name={name}>{plugin.shopVersion ?? 'Unknown'}</Fact>
              <Fact name="Last start">{plugin.lastSeenAt ? <Time at={plugin.lastSeenAt} /> : 'None yet'}</Fact>
              <Fact name="Answers reviews">{plugin.reply ? 'Yes' : 'No'}</Fact>
            </dl>
          </>
        )}
        {!plugin && (
          <p className="max-w-[44rem] text-sm text-quiet">
            With the plugin, stars and reviews are in the shop and its admin. It replaces the pasted code.
          </p>
        )}
        {isAtLeast('ADMIN') && !isDelegate && (
          <div className="flex flex-wrap gap-2">
            {connectionString && (
              <Button look="primary" onClick={() => onString(undefined)}>
                I have saved it
              </Button>
            )}
            <Button onClick={() => setIsReplacing(true)}>
              {plugin ? 'New connection string' : 'Install the plugin'}
            </Button>
          </div>
        )}
      </div>
      {isReplacing && <ReplaceStringDialog shop={shop} onString={onString} onClose={() => setIsReplacing(false)} />}
    </Card>
  )
}

function InstallSteps({ shop, connectionString }: Pick<Props, 'shop' | 'connectionString'>) {
  const steps = installSteps[shop.platform as PluginPlatform]
  const name = labelOf(shop.platform)
  if (!steps) return null
  return (
    <ol className="grid list-decimal gap-4 pl-5 text-sm marker:font-medium">
      <Step text={`In the folder of your ${name} project, install the package:`}>
        <CopyField label="Install" value={steps.install} />
      </Step>
      <Step text={`Add the plugin to ${steps.file}:`}>
        {steps.imported && <CopyField label="Import" value={steps.imported} />}
        <CopyField label={steps.file} value={steps.configuration} />
      </Step>
      {connectionString ? (
        <Step text="Set EVIDENT_CONNECTION where the shop reads its environment, such as the file .env:">
          <CopyField label="EVIDENT_CONNECTION" value={`EVIDENT_CONNECTION=${connectionString}`} />
        </Step>
      ) : (
        <Step text="Set EVIDENT_CONNECTION. It was shown once: if it is lost, make a new connection string." />
      )}
      <Step text={steps.prepare}>
        <CopyField label="Migrate" value={steps.migrate} />
      </Step>
      <Step text={steps.connect} />
    </ol>
  )
}

function Step({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <li className="pl-1">
      <div className="grid gap-2">
        <p className="text-quiet">{text}</p>
        {children}
      </div>
    </li>
  )
}
