import { Column, Entity, PrimaryColumn } from 'typeorm'
import { asNumber } from './as-number.ts'

/** The response of `GET /storefront/summary` for a product. */
@Entity('evident_rating')
export class EvidentRating {
  /** The id that the shop's APIs show. */
  @PrimaryColumn({ name: 'product_id', type: 'varchar', length: 255 })
  productId!: string

  @Column({ type: 'double precision', nullable: true })
  average!: number | null

  @Column({ type: 'int' })
  count!: number

  @Column({ name: 'by_star', type: 'simple-json' })
  byStar!: Record<string, number>

  /** Time of the request in ms. A late response to an older request is ignored. */
  @Column({ name: 'asked_at', type: 'bigint', transformer: asNumber })
  askedAt!: number
}
