import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'runtime', include: ['{src,test}/**/*.test.ts'], isolate: false, testTimeout: 60_000 },
})
