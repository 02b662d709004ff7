import { defineConfig } from 'vitest/config'
import { nativeModules } from './testing/native-modules.ts'

export default defineConfig({
  test: {
    name: 'tools',
    include: ['**/*.test.ts'],
    isolate: false,
    experimental: nativeModules,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
