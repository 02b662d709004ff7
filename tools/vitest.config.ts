import { defineConfig } from 'vitest/config'
import { hangLimits } from './testing/hang-limits.ts'
import { nativeModules } from './testing/native-modules.ts'

export default defineConfig({
  test: {
    name: 'tools',
    include: ['**/*.test.ts'],
    isolate: false,
    experimental: nativeModules,
    ...hangLimits,
  },
})
