import { groupTitle } from './group-title.ts'
import type { OpenApiDocument } from './open-api.ts'

/** Japanese texts by their English text in the contract. */
export type ReferenceTexts = Readonly<Record<string, string>>

/** The document with summaries, descriptions and groups in Japanese. Texts that the table lacks stay in English. */
export function inJapanese(document: OpenApiDocument, texts: ReferenceTexts): OpenApiDocument {
  return translated(document, new Map(Object.entries(texts))) as OpenApiDocument
}

function translated(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => translated(each, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (typeof each === 'string' && (key === 'summary' || key === 'description'))
        return [key, texts.get(each) ?? each]
      if (key === 'tags' && Array.isArray(each))
        return [key, each.map((tag) => texts.get(groupTitle(String(tag))) ?? tag)]
      return [key, translated(each, texts)]
    }),
  )
}
