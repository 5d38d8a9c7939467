import { Module } from '@medusajs/framework/utils'
import EvidentService from './service.ts'

export const EVIDENT = 'evident'

export default Module(EVIDENT, { service: EvidentService })
