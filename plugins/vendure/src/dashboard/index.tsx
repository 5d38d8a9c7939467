import { defineDashboardExtension } from '@vendure/dashboard'
import { StarIcon } from 'lucide-react'
import { EvidentPage } from './evident-page'
import { OrderRequest } from './order-request'
import { ProductReviews } from './product-reviews'
import { Label } from './texts'

defineDashboardExtension({
  routes: [
    {
      path: '/evident',
      component: () => <EvidentPage />,
      navMenuItem: { id: 'evident', sectionId: 'marketing', title: 'Evident', url: '/evident', icon: StarIcon },
      loader: () => ({ breadcrumb: 'Evident' }),
    },
  ],
  pageBlocks: [
    {
      id: 'evident-reviews',
      title: <Label name="reviews" />,
      location: { pageId: 'product-detail', column: 'main', position: { blockId: 'main-form', order: 'after' } },
      // A new product has no reviews before it is saved.
      shouldRender: ({ entity }) => Boolean(entity?.id),
      component: ({ context }) => <ProductReviews id={context.entity?.id} />,
    },
    {
      id: 'evident-request',
      title: <Label name="request" />,
      location: { pageId: 'order-detail', column: 'side', position: { blockId: 'state', order: 'after' } },
      shouldRender: ({ entity }) => Boolean(entity?.id),
      component: ({ context }) => <OrderRequest id={context.entity?.id} />,
    },
  ],
})
