import { readFile } from 'node:fs/promises'
import {
  richTextAlignments,
  richTextColours,
  richTextFonts,
  richTextSizes,
} from '@sheetwright/contract/products/rich-text.ts'
import { expect, test } from 'vitest'

test('the editor offers the sizes, fonts, colours and alignments that were agreed', () => {
  expect([Math.min(...richTextSizes), Math.max(...richTextSizes)]).toEqual([8, 36])
  expect(new Set(richTextFonts).size).toBe(14)
  expect(new Set(richTextColours).size).toBe(25)
  expect(richTextAlignments).toEqual(['left', 'center', 'right', 'justify'])
})

test('lists are indented by 2.5em', async () => {
  const style = await readFile(new URL('../src/ui/rich-text/RichText.module.css', import.meta.url), 'utf8')
  expect(style).toContain('padding-inline-start: 2.5em')
})
