import type { FarTexts, TextList } from '../far-store.ts'
import type { ReadContext } from '../read-context.ts'
import { ReadFailure } from '../read-failure.ts'
import { streamXml, unescapeText } from '../xml.ts'

/** The texts that cells refer to by index. Runs of rich text are joined; phonetic guides are left out. */
export async function readSharedStrings(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  context: ReadContext,
): Promise<TextList> {
  const strings: FarTexts = context.far?.texts() ?? ([] as string[])
  let current = ''
  let inText = false
  let inPhonetic = false
  await streamXml(part, chunks, context.limits, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 't') inText = !inPhonetic
      else if (name === 'rPh') inPhonetic = true
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inPhonetic = false
      else if (name === 'si') {
        if (strings.length >= context.limits.strings) {
          throw new ReadFailure('TOO_MUCH', { what: 'texts', limit: context.limits.strings })
        }
        strings.push(unescapeText(current))
      }
    },
    text(text) {
      if (inText) current += text
    },
  })
  return strings
}
