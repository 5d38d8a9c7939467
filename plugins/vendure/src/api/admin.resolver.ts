import { Inject } from '@nestjs/common'
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql'
import { Allow, Ctx, type ID, Permission, type RequestContext } from '@vendure/core'
import { ConnectService, type Outcome } from '../connect.service.ts'
import { EvidentService } from '../evident.service.ts'
import { faults } from '../lib/connection.ts'
import { readRefusal } from '../lib/refusal.ts'
import { noRating } from '../ratings.ts'

@Resolver()
export class AdminResolver {
  constructor(
    @Inject(EvidentService) private readonly evident: EvidentService,
    @Inject(ConnectService) private readonly connecting: ConnectService,
  ) {}

  @Query()
  @Allow(Permission.Authenticated)
  async evidentStatus() {
    const { status, fault, adminUrl } = this.evident
    const refusal = fault && faults[fault]
    return { status, fault, refusal, isConnected: await this.connecting.isConnected(), evidentUrl: adminUrl }
  }

  @Query()
  @Allow(Permission.ReadCatalog, Permission.ReadProduct)
  async evidentProduct(@Args('id') id: ID) {
    const { evident, adminUrl, hasRatings } = this.evident
    const shown = this.evident.encode(id)
    const words = new URLSearchParams({ platformProductId: shown, status: 'approved', limit: '3' })
    const [rating, answer] = await Promise.all([
      hasRatings ? this.evident.ratings.find(shown) : noRating(),
      evident?.admin('GET', `reviews?${words}`),
    ])
    const found = (answer?.body as { data?: unknown[] } | undefined)?.data
    const reviews = answer?.status === 200 && Array.isArray(found) ? found : null
    const mayReply = Boolean(reviews?.length) && (await evident?.mayReply()) === true
    return { status: this.evident.status, rating, reviews, mayReply, evidentUrl: adminUrl && `${adminUrl}/reviews` }
  }

  @Query()
  @Allow(Permission.ReadOrder)
  async evidentOrder(@Args('id') id: ID) {
    const answer = await this.evident.evident?.admin('GET', `orders/by-platform-id/${this.encoded(id)}`)
    const order = answer?.body as { reviewRequest?: unknown } | undefined
    const isLoaded = answer?.status === 200 || answer?.status === 404
    const request = answer?.status === 200 ? (order?.reviewRequest ?? null) : null
    return { status: this.evident.status, isLoaded, request }
  }

  @Mutation()
  @Allow(Permission.CreateAdministrator)
  async connectEvident(@Ctx() ctx: RequestContext, @Args('page') page: string): Promise<Outcome> {
    return this.connecting.connect(ctx, page)
  }

  @Mutation()
  @Allow(Permission.DeleteAdministrator)
  async disconnectEvident(@Ctx() ctx: RequestContext): Promise<Outcome> {
    return this.connecting.disconnect(ctx)
  }

  @Mutation()
  @Allow(Permission.UpdateCatalog, Permission.UpdateProduct)
  async replyToEvidentReview(@Args('reviewId') reviewId: string, @Args('body') body: string): Promise<Outcome> {
    if (body.trim() === '') return { isSuccess: false, code: 'empty', message: 'Write an answer first.' }
    const path = `reviews/${encodeURIComponent(reviewId)}`
    const answer = await this.evident.evident?.admin('PUT', path, { reply: { body } })
    if (answer?.status === 200) return { isSuccess: true }
    if (answer?.status === 403)
      return {
        ...{ isSuccess: false, code: 'forbidden' },
        message: 'The connection string does not allow answers. Make a new one in Evident.',
      }
    return { isSuccess: false, ...readRefusal(answer) }
  }

  private encoded(id: ID): string {
    return encodeURIComponent(this.evident.encode(id))
  }
}
