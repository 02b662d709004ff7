import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { CaseContent } from '@sheetwright/contract/test-beds/test-bed.ts'

/**
 * A call as a test case: its inputs, and its results as expected outputs. Names that the engine does not have are left
 * out.
 */
export function caseOfCall(
  ports: EngineInterface,
  call: { readonly name: string; readonly inputs: unknown; readonly outputs: unknown },
): CaseContent {
  const expected = knownOf(ports.outputs, call.outputs)
  return {
    name: call.name,
    weight: 1,
    segment: '',
    inputs: knownOf(ports.inputs, call.inputs),
    expected: Object.keys(expected).length === 0 ? null : expected,
  }
}

function knownOf(ports: readonly EnginePort[], values: unknown): Record<string, unknown> {
  const given = new Map(
    typeof values === 'object' && values !== null && !Array.isArray(values)
      ? Object.entries(values).map(([name, value]) => [name.toLowerCase(), value as unknown])
      : [],
  )
  return Object.fromEntries(
    ports.flatMap(({ name }) => {
      const value = given.get(name.toLowerCase())
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
