import type { Platform, PluginPlatform } from '../../../../api/shops/shops.ts'

/** True for platforms whose plugin can be installed today. */
export const hasPlugin = (platform: Platform): platform is PluginPlatform => platform in installSteps

type Steps = {
  install: string
  file: string
  imported?: string
  configuration: string
  prepare: string
  migrate: string
  connect: string
}

export const installSteps: Partial<Record<PluginPlatform, Steps>> = {
  medusa: {
    install: 'npm install medusa-plugin-evident',
    file: 'medusa-config.ts',
    configuration: `plugins: [{ resolve: 'medusa-plugin-evident', options: {} }],`,
    prepare: 'Prepare the plugin’s tables, and start Medusa:',
    migrate: 'npx medusa db:migrate && npx medusa develop',
    connect: 'Open Evident in Medusa’s admin, and choose Connect.',
  },
  vendure: {
    install: 'npm install vendure-plugin-evident',
    file: 'vendure-config.ts',
    imported: `import { EvidentPlugin } from 'vendure-plugin-evident'`,
    configuration: 'plugins: [EvidentPlugin.init({ connection: process.env.EVIDENT_CONNECTION })],',
    prepare: 'Prepare the plugin’s tables, and build the shop’s admin:',
    migrate: 'npx vendure migrate --generate evident && npx vendure migrate --run && npx vite build',
    connect: 'Start Vendure again, open Marketing → Evident in its admin, and choose Connect.',
  },
}
