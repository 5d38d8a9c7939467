import { Inject } from '@nestjs/common'
import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql'
import type { Product } from '@vendure/core'
import { EvidentService } from '../evident.service.ts'
import { clampTake, readReviews } from '../lib/reviews.ts'
import { noRating, type Rating } from '../ratings.ts'

type Options = { take?: number; sort?: string; cursor?: string }

@Resolver('Product')
export class RatingResolver {
  constructor(@Inject(EvidentService) private readonly evident: EvidentService) {}

  @ResolveField()
  async ratingSummary(@Parent() product: Product): Promise<Rating> {
    if (!this.evident.hasRatings) return noRating()
    return this.evident.ratings.find(this.evident.encode(product.id))
  }
}

@Resolver('Product')
export class ReviewsResolver {
  constructor(@Inject(EvidentService) private readonly evident: EvidentService) {}

  @ResolveField()
  async reviews(@Parent() product: Product, @Args('options') options?: Options) {
    const { take, sort, cursor } = options ?? {}
    const platformProductId = this.evident.encode(product.id)
    const words = new URLSearchParams({ platformProductId, limit: String(clampTake(take)) })
    if (sort) words.set('sort', sort)
    if (cursor && cursor.length <= 500) words.set('cursor', cursor)
    return readReviews(await this.evident.evident?.storefront(`reviews?${words}`))
  }
}
