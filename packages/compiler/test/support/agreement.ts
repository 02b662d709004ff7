import fc from 'fast-check'
import { expect } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { ALL_OPTIMISATIONS, type Optimisations } from '../../src/5-generate/optimisations.ts'
import { compiled } from './compiled.ts'
import type { WorkbookContent } from './make-workbook.ts'

/** A generated workbook and sets of input values, the saved ones first. */
interface Example {
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

interface Workbooks<E extends Example> {
  readonly generated: fc.Arbitrary<E>
  readonly contentOf: (example: E) => { readonly content: WorkbookContent; readonly outputs: readonly string[] }
  readonly inputsOf: (example: E) => readonly string[]
}

/** Each optimisation disabled in turn, by name. */
export const eachOff = (Object.keys(ALL_OPTIMISATIONS) as (keyof Optimisations)[]).map(
  (name) => [name, { ...ALL_OPTIMISATIONS, [name]: false }] as const,
)

/** Checks that programs of generated workbooks match the reference evaluator for every set of inputs. */
export function expectAgreement<E extends Example>(
  { generated, contentOf, inputsOf }: Workbooks<E>,
  samples: { readonly seed: number; readonly numRuns: number },
  optimisations: Optimisations = ALL_OPTIMISATIONS,
): void {
  const agrees = (example: E): void => {
    const { content, outputs } = contentOf(example)
    const addresses = inputsOf(example)
    const workbook = compiled(content, addresses, outputs, { optimisations })
    for (const values of [example.defaults, ...example.inputs]) {
      const inputs = Object.fromEntries(addresses.map((address, i) => [address, values[i] ?? null]))
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  }
  fc.assert(fc.property(generated, agrees), samples)
}
