import { Link } from '@tanstack/react-router'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { useStore } from '../../../shell/store/use-store.ts'
import { type Snippet as Code, snippetsFor } from './snippets.ts'

export function InstallCard() {
  const { id, origins } = useStore()
  return (
    <Card title="Put reviews on your pages">
      <div className="grid gap-7 p-5 pt-3">
        <Origins storeId={id} origins={origins} />
        {snippetsFor(location.origin, id).map(({ of, code }) => (
          <Snippet key={of} {...captions[of]} code={code} />
        ))}
        <p className="text-sm text-quiet">
          <code className="font-mono text-xs text-text">PRODUCT_ID</code> is the id that your shop system pushes as{' '}
          <code className="font-mono text-xs text-text">platformProductId</code>; put the variable of your theme there.
          A page without any script, or an app, uses the{' '}
          <a href="/docs" target="_blank" rel="noopener" className={linkClass}>
            storefront API
          </a>
          .
        </p>
      </div>
    </Card>
  )
}

const captions: Record<Code['of'], { title: string; meaning: string }> = {
  product: {
    title: 'On a product page',
    meaning: 'Stars beside the title, and reviews with a button to write one.',
  },
  lists: {
    title: 'In lists of products',
    meaning: 'Stars only, one line for each product. The page loads them in one request.',
  },
  form: { title: 'A form on a page of its own', meaning: 'For a link from a parcel or an account page.' },
  styles: {
    title: 'In your style sheet',
    meaning: 'Reserves space, so nothing moves when the reviews load.',
  },
}

const linkClass = 'font-medium text-accent underline underline-offset-4'

function Origins({ storeId, origins }: { storeId: string; origins: readonly string[] }) {
  const link = (
    <Link to="/stores/$storeId/settings/stores" params={{ storeId }} className={linkClass}>
      {origins.length === 0 ? "Add your shop's address" : 'Change the addresses'}
    </Link>
  )
  if (origins.length === 0)
    return <Notice tone="warn">This store has no address yet, so the widgets work nowhere. {link}</Notice>
  return (
    <p className="text-sm text-quiet">
      The widgets work on <span className="wrap-anywhere text-text">{origins.join(', ')}</span> and nowhere else. {link}
    </p>
  )
}
