import { type PolicyLayout, type PolicyMapping, policyMapping } from '@sheetwright/contract/ingenium/mapping.ts'

/** The mapping in a document, for the form; undefined if the document is no mapping. */
export function draftMapping(document: string): PolicyMapping | undefined {
  const value = parsed(document)
  const whole = policyMapping.safeParse(value)
  if (whole.success) return whole.data
  // A draft may have rules without a target, but all its parts are present.
  const draft = value as Partial<PolicyMapping> | null
  const isThere =
    Array.isArray(draft?.extract?.fields) &&
    Array.isArray(draft.result?.fields) &&
    Array.isArray(draft.inputs) &&
    Array.isArray(draft.outputs)
  if (!isThere) return undefined
  const { extract, inputs, result, outputs, recordKey } = draft as PolicyMapping
  const usual = {
    from: { kind: 'field' as const, name: '' },
    conversions: [],
    codes: {},
    otherCodes: 'reject' as const,
    when: [],
  }
  return {
    version: 1,
    extract,
    inputs: inputs.map((rule) => ({ ...usual, ...rule })),
    result,
    outputs: outputs.map((rule) => ({
      ...usual,
      ...rule,
      decimals: rule.decimals ?? null,
    })),
    recordKey,
  }
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch {
    return undefined
  }
}

/** The same fields in another format. */
export function inFormat(layout: PolicyLayout, format: PolicyLayout['format']): PolicyLayout {
  const { encoding } = layout
  const names = layout.fields.map(({ name }) => name)
  if (format === 'csv') {
    const signs = { delimiter: ',', quote: '"', header: true, lineEnd: 'lf' as const }
    return { format, encoding, ...signs, fields: names.map((name) => ({ name })) }
  }
  if (format === 'xml') {
    const fields = names.map((name, i) => ({
      name,
      element: /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : `field${i + 1}`,
    }))
    return { format, encoding, root: 'policies', record: 'policy', fields }
  }
  const fields = names.map((name, i) => ({ name, start: i * 20 + 1, length: 20, type: 'text' as const, decimals: 0 }))
  return { format, encoding, recordLength: null, lineEnd: 'lf', fields }
}
