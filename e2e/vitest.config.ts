import { defineConfig } from 'vitest/config'
import { nativeModules } from '../tools/testing/native-modules.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['stories/**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    isolate: false,
    experimental: nativeModules,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
})
