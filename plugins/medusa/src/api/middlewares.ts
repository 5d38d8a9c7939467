import { allowFields, defineMiddlewares } from '@medusajs/framework/http'

export default defineMiddlewares({
  routes: [
    // Medusa silently drops fields that are not listed here.
    {
      matcher: '/store/products*',
      middlewares: [
        allowFields(
          ...['evident_rating', 'evident_rating.average', 'evident_rating.count', 'evident_rating.by_star'],
          'evident_rating.product_id',
        ),
      ],
    },
    // Preserves the raw body, because the signature covers its bytes.
    { matcher: '/hooks/evident', method: ['POST'], bodyParser: { preserveRawBody: true, sizeLimit: '1mb' } },
  ],
})
