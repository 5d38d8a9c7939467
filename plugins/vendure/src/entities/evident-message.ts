import { Column, Entity, PrimaryColumn } from 'typeorm'
import { asNumber } from './as-number.ts'

/** Ids of messages from Evident, so that each message counts once. */
@Entity('evident_message')
export class EvidentMessage {
  @PrimaryColumn({ type: 'varchar', length: 255 })
  id!: string

  @Column({ name: 'received_at', type: 'bigint', transformer: asNumber })
  receivedAt!: number
}
