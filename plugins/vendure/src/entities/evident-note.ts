import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm'
import { asNumber } from './as-number.ts'

/** The outbox: a change to report, or a rating to read. Each change inserts a row, so it waits for no lock. */
@Entity('evident_note')
export class EvidentNote {
  @PrimaryGeneratedColumn()
  id!: number

  @Column({ type: 'varchar', length: 40 })
  type!: string

  @Column({ type: 'varchar', length: 255 })
  subject!: string

  @Column({ type: 'int', default: 0 })
  attempts!: number

  @Column({ name: 'noted_at', type: 'bigint', transformer: asNumber })
  notedAt!: number

  @Index('evident_note_due')
  @Column({ name: 'due_at', type: 'bigint', transformer: asNumber })
  dueAt!: number

  /** Set by the instance that has claimed the row. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  claim!: string | null
}
