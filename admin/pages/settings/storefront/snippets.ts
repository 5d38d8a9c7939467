export type Snippet = { of: 'product' | 'lists' | 'form' | 'styles'; code: string }

/** `store` is public: every page with reviews contains it. */
export function snippetsFor(origin: string, store: string): Snippet[] {
  const script = (bundle: string) =>
    `<script type="module" src="${origin}/widgets/v1/${bundle}.js"
        data-store="${store}"></script>`
  return [
    {
      of: 'product',
      code: `${script('reviews')}

<evident-stars product="PRODUCT_ID" href="#reviews"></evident-stars>
<evident-reviews id="reviews" product="PRODUCT_ID"></evident-reviews>`,
    },
    {
      of: 'lists',
      code: `${script('stars')}

<evident-stars product="PRODUCT_ID"></evident-stars>`,
    },
    {
      of: 'form',
      code: `${script('review-form')}

<evident-review-form product="PRODUCT_ID"></evident-review-form>`,
    },
    {
      of: 'styles',
      code: `evident-reviews { display: block; min-height: 42rem }
evident-stars { display: block; min-height: 1.5em }`,
    },
  ]
}

export const tokenCode = `import { createHmac } from 'node:crypto'

const exp = Math.floor(Date.now() / 1000) + 3600
const payload = Buffer.from(JSON.stringify({ email, exp })).toString('base64url')
const signature = createHmac('sha256', process.env.EVIDENT_STOREFRONT_SECRET)
  .update(payload).digest('hex')

const token = \`\${payload}.\${signature}\``
