import { type DocumentNode, parse } from 'graphql'

const rating = `
  "Stars of a product, from a table of the shop."
  type EvidentRatingSummary {
    "Null without reviews."
    average: Float
    count: Int!
    "Number of reviews by stars, from 1 to 5."
    byStar: JSON!
  }

  extend type Product {
    ratingSummary: EvidentRatingSummary!
  }

  type EvidentReply {
    body: String!
    authorName: String
    repliedAt: DateTime
  }
`

export const shopSchema: DocumentNode = parse(`
  ${rating}

  enum EvidentReviewSort {
    newest
    highest
    lowest
    photos
    helpful
  }

  input EvidentReviewListOptions {
    "At most 50. Default: 10."
    take: Int
    sort: EvidentReviewSort
    "nextCursor of the page before."
    cursor: String
  }

  "What Evident's storefront API shows to everybody."
  type EvidentReview {
    id: String!
    rating: Int!
    title: String
    body: String
    authorName: String
    "Whether the author bought the product. Show it with the review."
    verified: Boolean!
    "Reward for the review, or null. Show it with the review."
    incentive: JSON
    photos: JSON!
    reply: EvidentReply
    helpfulCount: Int!
    locale: String
    submittedAt: DateTime!
  }

  type EvidentReviewList {
    items: [EvidentReview!]!
    nextCursor: String
    "False if Evident did not answer within 300 ms. There are no items then."
    isLoaded: Boolean!
  }

  extend type Product {
    reviews(options: EvidentReviewListOptions): EvidentReviewList!
  }
`)

export const adminSchema: DocumentNode = parse(`
  ${rating}

  type EvidentStatus {
    "unconfigured, refused, unmigrated, moved or ready."
    status: String!
    "Fault of the connection string: foreign, newer, cutOff, altered or incomplete."
    fault: String
    "The fault as an English sentence."
    refusal: String
    "Whether the administrator that Connect made exists."
    isConnected: Boolean!
    evidentUrl: String
  }

  type EvidentProductReview {
    id: String!
    rating: Int!
    title: String
    body: String
    authorName: String
    reply: EvidentReply
  }

  type EvidentProduct {
    "As in EvidentStatus."
    status: String!
    rating: EvidentRatingSummary!
    "Null if Evident does not answer."
    reviews: [EvidentProductReview!]
    "Whether the connection string allows replies."
    mayReply: Boolean!
    evidentUrl: String
  }

  type EvidentReviewRequest {
    state: String!
    reason: String
  }

  type EvidentOrder {
    "As in EvidentStatus."
    status: String!
    "False if Evident does not answer."
    isLoaded: Boolean!
    request: EvidentReviewRequest
  }

  type EvidentResult {
    isSuccess: Boolean!
    "Error code of this plugin or of Evident."
    code: String
    "The error as an English sentence."
    message: String
    "Address of this server that Evident was given."
    address: String
  }

  extend type Query {
    evidentStatus: EvidentStatus!
    evidentProduct(id: ID!): EvidentProduct!
    evidentOrder(id: ID!): EvidentOrder!
  }

  extend type Mutation {
    "Makes an administrator who only reads, and hands it to Evident."
    connectEvident(page: String!): EvidentResult!
    "Deletes the administrator and the role that Connect made."
    disconnectEvident: EvidentResult!
    replyToEvidentReview(reviewId: String!, body: String!): EvidentResult!
  }
`)
