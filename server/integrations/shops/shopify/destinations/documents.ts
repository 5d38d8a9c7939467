export const setMetafields = `mutation setMetafields($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { metafields { id key value } userErrors { code } }
}`

export const deleteMetafields = `mutation deleteMetafields($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) { deletedMetafields { key } userErrors { message } }
}`

export const standardDefinitions = `query standardDefinitions {
  standardMetafieldDefinitionTemplates(first: 250) { nodes { id namespace key ownerTypes } }
  metafieldDefinitions(first: 10, ownerType: PRODUCT, namespace: "reviews") { nodes { key } }
}`

export const enableDefinition = `mutation enableDefinition($id: ID!) {
  standardMetafieldDefinitionEnable(ownerType: PRODUCT, id: $id) { createdDefinition { id } userErrors { code } }
}`

export const ratedProducts = `query ratedProducts($after: String) {
  products(first: 100, after: $after, sortKey: ID) {
    nodes {
      id
      rating: metafield(namespace: "reviews", key: "rating") { value }
      count: metafield(namespace: "reviews", key: "rating_count") { value }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

export const upsertReview = `mutation upsertReview($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
  metaobjectUpsert(handle: $handle, metaobject: $metaobject) { metaobject { id fields { key value } } userErrors { code } }
}`

export const customersOfOrders = `query customersOfOrders($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { id customer { id } } }
}`

export const reviewByHandle = `query reviewByHandle($handle: MetaobjectHandleInput!) {
  metaobjectByHandle(handle: $handle) { id }
}`

export const deleteReview = `mutation deleteReview($id: ID!) {
  metaobjectDelete(id: $id) { deletedId userErrors { code } }
}`

export const ownReviews = `query ownReviews($after: String) {
  metaobjects(type: "product_review", first: 100, after: $after) {
    nodes { id handle fields { key value } }
    pageInfo { hasNextPage endCursor }
  }
}`

export const scopesOfApp = 'query scopesOfApp { currentAppInstallation { accessScopes { handle } } }'

export const destinationDocuments = {
  setMetafields,
  deleteMetafields,
  standardDefinitions,
  enableDefinition,
  ratedProducts,
  upsertReview,
  customersOfOrders,
  reviewByHandle,
  deleteReview,
  ownReviews,
  scopesOfApp,
}
