import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'web', include: ['{src,test}/**/*.test.{ts,tsx}'], isolate: false, testTimeout: 60_000 },
})
