import { calls } from '@sheetwright/contract/calls.ts'
import { openApiDocument } from '@sheetwright/contract/open-api.ts'
import { describe, expect, test } from 'vitest'
import texts from '../src/features/api-reference/reference-texts.ja.json' with { type: 'json' }
import { inJapanese } from '../src/features/api-reference/in-japanese.ts'
import { curlOf, exampleOf } from '../src/features/api-reference/example.ts'
import { matchesSearch, type OpenApiDocument, operationsOf } from '../src/features/api-reference/open-api.ts'
import { ruleWords, typeWords } from '../src/features/api-reference/schema-words.ts'

const origin = 'https://sheets.example.com'
const document = openApiDocument(calls, { version: '1.2.3', origin }) as unknown as OpenApiDocument
const operations = operationsOf(document)

describe('API reference', () => {
  test('shows every call of the contract with its errors', () => {
    expect(operations.map((operation) => operation.id).sort()).toEqual(calls.map((call) => call.id).sort())
    for (const operation of operations) expect(operation.errors.length).toBeGreaterThan(0)
  })

  test.each(calls.filter((call) => call.body?.kind === 'json').map((call) => [call.id, call] as const))(
    'the example body of %s has the fields of its schema',
    (id, call) => {
      const body = operations.find((operation) => operation.id === id)?.bodies[0]
      expect(body).toBeDefined()
      const example = exampleOf(document, body?.schema ?? {})
      const refused = call.body?.schema.safeParse(example).error?.issues ?? []
      // Which values fit together the schema does not say; that a field is missing or unknown it does.
      expect(refused.filter((issue) => issue.code === 'unrecognized_keys' || issue.code === 'invalid_type')).toEqual([])
    },
  )

  test('public calls carry no authorisation, all others do', () => {
    for (const call of calls) {
      const operation = operations.find((one) => one.id === call.id)
      expect(operation).toBeDefined()
      if (operation === undefined) continue
      expect(curlOf(document, operation, origin).includes('Authorization')).toBe(call.caller !== 'anyone')
    }
  })

  test('requests can be pasted into a shell whatever their text', () => {
    const operation = {
      ...operations[0],
      id: 'x',
      group: 'x',
      method: 'POST',
      path: '/api/{name}',
      summary: '',
      security: [],
      parameters: [{ name: 'name', in: 'path', schema: { const: "it's $(here)" } }],
      bodies: [{ contentType: 'application/json', schema: { properties: { text: { const: "a'b" } } } }],
      answers: [],
      errors: [],
    }
    const curl = curlOf(document, operation, origin)
    expect(curl).toContain(`'${origin}/api/it'\\''s%20%24(here)'`)
    expect(curl).toContain(`"a'\\''b"`)
  })

  test('types and rules read as words', () => {
    expect(typeWords(document, { type: 'string', format: 'uuid' })).toBe('string (uuid)')
    expect(typeWords(document, { type: 'array', items: { type: 'integer' } })).toBe('integer[]')
    expect(typeWords(document, { anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null')
    expect(typeWords(document, { $ref: '#/components/schemas/Product' })).toBe('Product')
    expect(ruleWords(document, { type: 'integer', minimum: 1, maximum: 100, default: 20 })).toEqual(['1–100', '= 20'])
    expect(ruleWords(document, { type: 'integer', maximum: Number.MAX_SAFE_INTEGER, minimum: 0 })).toEqual(['≥ 0'])
  })

  test('is searched by path, name and summary', () => {
    const found = operations.filter((operation) => matchesSearch(operation, ' FAVORITE '))
    expect(found.map((operation) => operation.id)).toEqual([
      'products.markFavouriteProduct',
      'engines.markFavouriteEngine',
    ])
  })

  test('reads in Japanese, with names, codes and examples as they are', () => {
    const japanese = operationsOf(inJapanese(document, texts))
    const words = ({ summary: _summary, group: _group, ...rest }: (typeof operations)[number]) => ({
      ...rest,
      parameters: [],
      bodies: [],
      answers: [],
    })
    expect(japanese.map(words)).toEqual(operations.map(words))
    const found = japanese.filter((operation) => matchesSearch(operation, '製品を作成'))
    expect(found.map(({ id, group }) => ({ id, group }))).toContainEqual({
      id: 'products.createProduct',
      group: '製品',
    })
  })
})
