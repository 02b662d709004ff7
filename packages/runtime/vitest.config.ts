import { defineConfig } from 'vitest/config'
import { hangLimits } from '../../tools/testing/hang-limits.ts'
import { nativeModules } from '../../tools/testing/native-modules.ts'

export default defineConfig({
  test: {
    name: 'runtime',
    include: ['{src,test}/**/*.test.ts'],
    isolate: false,
    experimental: nativeModules,
    ...hangLimits,
  },
})
