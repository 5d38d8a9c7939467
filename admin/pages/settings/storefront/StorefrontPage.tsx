import { useQuery } from '@tanstack/react-query'
import { storefrontSettingsQuery } from '../../../api/content/storefront.ts'
import { buttonClass } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { AttributesCard } from './AttributesCard.tsx'
import { AuthorsCard } from './AuthorsCard.tsx'
import { InstallCard } from './InstallCard.tsx'
import { LanguageCards } from './LanguageCards.tsx'
import { SecretCard } from './SecretCard.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export function StorefrontPage() {
  const query = useQuery(storefrontSettingsQuery(useStoreId()))
  const { isAtLeast, isDelegate } = useRole()
  return (
    <Page
      title="Display"
      intro="How reviews get onto the pages of your shop, and how they look there."
      actions={
        <a href="/demo-store" target="_blank" rel="noopener" className={buttonClass()}>
          <Icon name="external" className="size-[1.125rem]" />
          See the demo shop
        </a>
      }
    >
      <InstallCard />
      <Loaded query={query}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
      <LanguageCards />
      <AuthorsCard />
      <AttributesCard />
      {isAtLeast('ADMIN') && !isDelegate && <SecretCard />}
    </Page>
  )
}
