// Code of a shop that uses the plugin.
import type { VendureConfig } from '@vendure/core'
import { EvidentPlugin, type EvidentPluginOptions, type EvidentRating } from 'vendure-plugin-evident'

const options: EvidentPluginOptions = { connection: 'evc1_', backendUrl: 'https://shop.example', customFields: true }
export const plugins: VendureConfig['plugins'] = [EvidentPlugin.init(options)]

// @ts-expect-error: the option is true or false.
EvidentPlugin.init({ customFields: 'yes' })

export const readAverage = ({ average }: EvidentRating): number | null => average
