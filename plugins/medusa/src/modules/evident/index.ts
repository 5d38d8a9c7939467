import { Module } from '@medusajs/framework/utils'
import EvidentService from './service'

export const EVIDENT = 'evident'

export default Module(EVIDENT, { service: EvidentService })
