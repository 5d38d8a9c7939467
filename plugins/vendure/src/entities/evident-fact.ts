import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Facts that last longer than a process, such as the administrator that Connect made. */
@Entity('evident_fact')
export class EvidentFact {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string

  @Column({ type: 'varchar', length: 500 })
  value!: string
}
