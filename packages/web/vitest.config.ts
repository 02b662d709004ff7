import { defineConfig } from 'vitest/config'
import { hangLimits } from '../../tools/testing/hang-limits.ts'

export default defineConfig({
  test: { name: 'web', include: ['{src,test}/**/*.test.{ts,tsx}'], isolate: false, ...hangLimits },
})
