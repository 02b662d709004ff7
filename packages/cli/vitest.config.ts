import { defineConfig } from 'vitest/config'
import { hangLimits } from '../../tools/testing/hang-limits.ts'
import { nativeModules } from '../../tools/testing/native-modules.ts'

export default defineConfig({
  test: {
    name: 'cli',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['../../tools/testing/bundled-cli.ts'],
    isolate: false,
    experimental: nativeModules,
    ...hangLimits,
  },
})
