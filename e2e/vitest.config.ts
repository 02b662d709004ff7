import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['stories/**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    setupFiles: ['support/end-with-the-run.ts'],
    isolate: false,
    // As in tools/testing, which is outside of this project.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As long as a page waits for an element; the default of a second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
  },
})
