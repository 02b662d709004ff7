import { defineConfig } from 'vitest/config'
import { hangLimits } from '../../tools/testing/hang-limits.ts'
import { nativeModules } from '../../tools/testing/native-modules.ts'

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['../../tools/testing/bundled-cli.ts', 'test/support/global-setup.ts'],
    isolate: false,
    experimental: nativeModules,
    ...hangLimits,
    // The default of a second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
  },
})
