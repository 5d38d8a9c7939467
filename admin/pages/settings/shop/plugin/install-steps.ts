import type { Platform, PluginPlatform } from '../../../../api/shops/shops.ts'

/** Platforms whose plugin can be installed today. */
export const hasPlugin = (platform: Platform): platform is PluginPlatform => platform in installSteps

type Steps = { install: string; file: string; imported?: string; configuration: string; migrate: string; admin: string }

export const installSteps: Partial<Record<PluginPlatform, Steps>> = {
  medusa: {
    install: 'npm install medusa-plugin-evident',
    file: 'medusa-config.ts',
    configuration: `plugins: [{ resolve: 'medusa-plugin-evident', options: {} }],`,
    migrate: 'npx medusa db:migrate && npx medusa build',
    admin: 'Evident',
  },
  vendure: {
    install: 'npm install vendure-plugin-evident',
    file: 'vendure-config.ts',
    imported: `import { EvidentPlugin } from 'vendure-plugin-evident'`,
    configuration: 'plugins: [EvidentPlugin.init({ connection: process.env.EVIDENT_CONNECTION })],',
    migrate: 'npx vendure migrate --generate evident && npx vendure migrate --run && npx vite build',
    admin: 'Marketing → Evident',
  },
}
