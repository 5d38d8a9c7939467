import { Migration } from '@medusajs/framework/mikro-orm/migrations'

export class Migration20261129000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "evident_rating" (
      "id" text not null primary key, "product_id" text not null, "average" real null, "count" integer not null,
      "by_star" jsonb not null, "asked_at" timestamptz not null default now(),
      "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(),
      "deleted_at" timestamptz null, constraint "evident_rating_product" unique ("product_id"))`)
    // Changes to report to Evident, and products whose rating to read. One row per object, so a burst of changes is
    // reported once.
    this.addSql(`create table if not exists "evident_note" (
      "type" text not null, "subject" text not null, "version" bigint not null default 1, "attempts" integer not null default 0,
      "noted_at" timestamptz not null, "due_at" timestamptz not null, primary key ("type", "subject"))`)
    this.addSql(`create index if not exists "evident_note_due" on "evident_note" ("due_at")`)
    // Ids of messages from Evident, so that each message counts once.
    this.addSql(
      `create table if not exists "evident_message" ("id" text not null primary key, "received_at" timestamptz not null)`,
    )
    this.addSql(`create table if not exists "evident_fact" ("name" text not null primary key, "value" text not null)`)
  }

  override async down(): Promise<void> {
    for (const table of ['evident_rating', 'evident_note', 'evident_message', 'evident_fact'])
      this.addSql(`drop table if exists "${table}" cascade`)
  }
}
