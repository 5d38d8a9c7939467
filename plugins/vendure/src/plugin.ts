import { Inject, type OnApplicationBootstrap } from '@nestjs/common'
import { EventBus, PluginCommonModule, type RuntimeVendureConfig, VendurePlugin } from '@vendure/core'
import { AdminResolver } from './api/admin.resolver.ts'
import { HookController, keepRawBody } from './api/hook.controller.ts'
import { adminSchema, shopSchema } from './api/schema.ts'
import { RatingResolver, ReviewsResolver } from './api/shop.resolver.ts'
import { noteChanges } from './changes.ts'
import { ConnectService } from './connect.service.ts'
import { EvidentFact } from './entities/evident-fact.ts'
import { EvidentMessage } from './entities/evident-message.ts'
import { EvidentNote } from './entities/evident-note.ts'
import { EvidentRating } from './entities/evident-rating.ts'
import { EvidentService } from './evident.service.ts'
import { EVIDENT_OPTIONS, type EvidentPluginOptions } from './options.ts'

let options: EvidentPluginOptions = {}

const field = (name: string, type: 'float' | 'int') =>
  ({ name, type, nullable: true, public: true, readonly: true }) as const

function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  config.apiOptions.middleware.push({ route: '/hooks/evident', handler: keepRawBody, beforeListen: true })
  if (options.customFields)
    config.customFields.Product.push(field('evidentRating', 'float'), field('evidentReviewCount', 'int'))
  return config
}

// Vendure needs a literal path in `dashboard`, and uses the class that is decorated last in the file.
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '~3.7.3',
  configuration: configure,
  entities: [EvidentRating, EvidentNote, EvidentMessage, EvidentFact],
  controllers: [HookController],
  providers: [{ provide: EVIDENT_OPTIONS, useFactory: () => options }, EvidentService, ConnectService],
  shopApiExtensions: { schema: shopSchema, resolvers: [RatingResolver, ReviewsResolver] },
  adminApiExtensions: { schema: adminSchema, resolvers: [RatingResolver, AdminResolver] },
  dashboard: './dashboard/index.tsx',
})
export class EvidentPlugin implements OnApplicationBootstrap {
  constructor(
    @Inject(EventBus) private readonly events: EventBus,
    @Inject(EvidentService) private readonly evident: EvidentService,
  ) {}

  static init(given: EvidentPluginOptions = {}): typeof EvidentPlugin {
    options = given
    return EvidentPlugin
  }

  onApplicationBootstrap(): void {
    noteChanges(this.events, this.evident)
  }
}
