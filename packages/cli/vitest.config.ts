import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'cli', include: ['{src,test}/**/*.test.ts'], isolate: false, testTimeout: 60_000 },
})
