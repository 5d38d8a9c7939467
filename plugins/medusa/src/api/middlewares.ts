import { allowFields, defineMiddlewares } from '@medusajs/framework/http'

export default defineMiddlewares({
  routes: [
    // Medusa drops fields that are not allowed, without a word.
    {
      matcher: '/store/products*',
      middlewares: [
        allowFields(
          ...['evident_rating', 'evident_rating.average', 'evident_rating.count', 'evident_rating.by_star'],
          'evident_rating.product_id',
        ),
      ],
    },
    // The signature covers the bytes as they came.
    { matcher: '/hooks/evident', method: ['POST'], bodyParser: { preserveRawBody: true, sizeLimit: '1mb' } },
  ],
})
