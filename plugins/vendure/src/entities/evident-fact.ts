import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Named values that must survive a restart, such as the administrator that Connect created. */
@Entity('evident_fact')
export class EvidentFact {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string

  @Column({ type: 'varchar', length: 500 })
  value!: string
}
