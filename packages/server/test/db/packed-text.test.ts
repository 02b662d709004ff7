import { expect, it } from 'vitest'
import { packText, unpackText } from '../../src/platform/db/packed-text.ts'

it('packed texts come back unchanged, and so do those of older rows, which are not packed', () => {
  const line = '{"Region":"東京","Sum":1.5}'
  for (const text of ['', 'null', line, Array.from({ length: 2_000 }, () => line).join('\n')]) {
    expect(unpackText(packText(text))).toBe(text)
    expect(unpackText(Buffer.from(text))).toBe(text)
  }
  expect(packText(line.repeat(2_000)).length).toBeLessThan(line.length * 100)
})
