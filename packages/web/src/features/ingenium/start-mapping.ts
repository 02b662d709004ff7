import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { type PolicyMapping, policyMapping } from '@sheetwright/contract/ingenium/mapping.ts'

const numbers: ReadonlySet<string | undefined> = new Set(['number', 'integer', 'percent', 'currency'])

/** A first mapping: fields named like the inputs of the engine, outputs behind the fields of the extract. */
export function startMapping(
  { inputs, outputs }: Pick<EngineInterface, 'inputs' | 'outputs'>,
  heading: string,
): PolicyMapping {
  const cells = inputs.filter(({ shape }) => shape === 'cell')
  const given = outputs.filter(({ shape }) => shape === 'cell')
  const delimiter = [',', ';', '\t', '|'].find((sign) => heading.includes(sign)) ?? ','
  const named =
    heading.trim() === ''
      ? []
      : heading
          .replace(/^\uFEFF/, '')
          .trimEnd()
          .split(delimiter)
  const names = named.length > 0 ? named.map((name) => name.replaceAll('"', '').trim()) : cells.map(({ name }) => name)
  const found = (name: string) => names.find((field) => field.toLowerCase() === name.toLowerCase())
  const rules = cells.flatMap(({ name, type }) => {
    const field = found(name)
    if (field === undefined) return []
    return [
      { input: name, from: { kind: 'field', name: field }, conversions: numbers.has(type) ? ['number'] : ['trim'] },
    ]
  })
  const first = cells[0]
  const fallback = first === undefined ? [] : [{ input: first.name, from: { kind: 'constant', value: null } }]
  const results = given.map(({ name }) => (found(name) === undefined ? name : `${name} (result)`))
  return policyMapping.parse({
    extract: { format: 'csv', delimiter, fields: names.map((name) => ({ name })) },
    inputs: rules.length > 0 ? rules : fallback,
    result: { format: 'csv', delimiter, fields: [...names, ...results].map((name) => ({ name })) },
    outputs: [
      ...names.map((name) => ({ field: name, from: { kind: 'field', name } })),
      ...given.map(({ name }, i) => ({ field: results[i], from: { kind: 'output', name } })),
    ],
    recordKey: names[0] ?? null,
  })
}
