import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { ALL_OPTIMISATIONS, type Optimisations } from '../../src/5-generate/optimisations.ts'
import { compiled } from './compiled.ts'
import type { WorkbookContent } from './make-workbook.ts'

/** A generated workbook, and the values its inputs are given: first those it was saved with. */
interface Example {
  readonly defaults: readonly Scalar[]
  readonly inputs: readonly (readonly Scalar[])[]
}

interface Samples {
  readonly seed: number
  readonly numRuns: number
}

interface Agreement<E extends Example> {
  readonly generated: fc.Arbitrary<E>
  readonly contentOf: (example: E) => { readonly content: WorkbookContent; readonly outputs: readonly string[] }
  readonly inputsOf: (example: E) => readonly string[]
  /** With all optimisations, and with each of them off in turn. */
  readonly samples: { readonly all: Samples; readonly eachOff: Samples }
}

/** Programs of generated workbooks give what the reference evaluator gives. */
export function describeAgreement<E extends Example>(subject: string, agreement: Agreement<E>): void {
  const { generated, contentOf, inputsOf, samples } = agreement

  const agrees = (example: E, optimisations: Optimisations): void => {
    const { content, outputs } = contentOf(example)
    const addresses = inputsOf(example)
    const workbook = compiled(content, addresses, outputs, { optimisations })
    for (const values of [example.defaults, ...example.inputs]) {
      const inputs = Object.fromEntries(addresses.map((address, i) => [address, values[i] ?? null]))
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  }

  describe(subject, () => {
    it('computed by a program, equal those of the reference evaluator', () => {
      fc.assert(
        fc.property(generated, (example) => agrees(example, ALL_OPTIMISATIONS)),
        samples.all,
      )
    })

    for (const name of Object.keys(ALL_OPTIMISATIONS) as (keyof Optimisations)[]) {
      it(`are the same without ${name}`, () => {
        fc.assert(
          fc.property(generated, (example) => agrees(example, { ...ALL_OPTIMISATIONS, [name]: false })),
          samples.eachOff,
        )
      })
    }
  })
}
