import type { CaseContent, TestCase } from '@sheetwright/contract/test-beds/test-bed.ts'
import { receivedJson } from '../../platform/http/received-json.ts'

/** Cases in a block: a change of a case writes its block again. */
export const blockCases = 200

/** Fields of cases, one JSON text per line: serialized JSON never contains a line break. */
export interface CaseLines {
  readonly inputs: string
  readonly expected: string
  /** Name, weight and segment. */
  readonly marks: string
}

/** Collects the lines of cases. */
export class CaseLineWriter {
  private readonly inputs: string[] = []
  private readonly expected: string[] = []
  private readonly marks: string[] = []

  get count(): number {
    return this.inputs.length
  }

  add({ inputs, expected, name, weight, segment }: CaseContent): void {
    this.inputs.push(receivedJson(inputs))
    this.expected.push(expected === null || Object.keys(expected).length === 0 ? 'null' : JSON.stringify(expected))
    this.marks.push(JSON.stringify({ name, weight, segment }))
  }

  end(): CaseLines {
    return { inputs: this.inputs.join('\n'), expected: this.expected.join('\n'), marks: this.marks.join('\n') }
  }
}

/** Cases of a block, from an index and at most this many. */
export function casesOf(
  block: CaseLines & { readonly before: number },
  from = 0,
  most = Number.POSITIVE_INFINITY,
): TestCase[] {
  const [inputs, expected, marks] = [block.inputs.split('\n'), block.expected.split('\n'), block.marks.split('\n')]
  const until = Math.min(inputs.length, from + most)
  const cases: TestCase[] = []
  for (let i = from; i < until; i++) {
    cases.push({
      number: block.before + i + 1,
      ...(JSON.parse(marks[i] ?? '{}') as Pick<TestCase, 'name' | 'weight' | 'segment'>),
      inputs: JSON.parse(inputs[i] ?? '{}') as TestCase['inputs'],
      expected: JSON.parse(expected[i] ?? 'null') as TestCase['expected'],
    })
  }
  return cases
}
