import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { expect, it } from 'vitest'
import { proposeRevision } from '../../src/features/engines/propose-revision.ts'

type Ports = Record<string, EnginePort['type'] | readonly string[]>

/** A short notation for an interface: names with their types, or with the headings of a table. */
function build(inputs: Ports, outputs: Ports, results: Record<string, unknown> = {}) {
  const ports = (list: Ports): EnginePort[] =>
    Object.entries(list).map(([name, type]) => ({
      name,
      originalName: name,
      description: '',
      cell: 'S!A1',
      default: null,
      ...(typeof type === 'string' || type === undefined
        ? { shape: 'cell', type }
        : { shape: 'block', columns: type.map((heading) => ({ heading, type: 'number', numberFormat: 'General' })) }),
    }))
  const publicInterface: EngineInterface = {
    inputs: ports(inputs),
    outputs: ports(outputs),
    subservices: [],
    metadata: {},
    validations: [],
    solves: [],
    reports: [],
    images: [],
    references: [],
    properties: {},
  }
  return { publicInterface, defaultsResults: results }
}

const base = build({ Age: 'number', Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100 })

it.each([
  [
    'the same',
    build({ Age: 'number', Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100 }),
    'patch',
    'same interface and results',
  ],
  [
    'another case of a name',
    build({ AGE: 'number', Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100 }),
    'patch',
    'same interface and results',
  ],
  [
    'another look of a number',
    build({ Age: 'integer', Drivers: ['Name', 'Age'] }, { Premium: 'number' }, { Premium: 100 }),
    'patch',
    'same interface and results',
  ],
  [
    'an input more',
    build({ Age: 'number', Sum: 'number', Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100 }),
    'minor',
    'input added',
  ],
  [
    'an output more',
    build(
      { Age: 'number', Drivers: ['Name', 'Age'] },
      { Premium: 'currency', Tax: 'number' },
      { Premium: 100, Tax: 1 },
    ),
    'minor',
    'output added',
  ],
  [
    'an input less',
    build({ Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100 }),
    'major',
    'input removed',
  ],
  [
    'an input of another type',
    build({ Age: 'text', Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100 }),
    'major',
    'input type changed',
  ],
  [
    'a table with other headings',
    build({ Age: 'number', Drivers: ['Name', 'Years'] }, { Premium: 'currency' }, { Premium: 100 }),
    'major',
    'input type changed',
  ],
  [
    'an output less',
    build({ Age: 'number', Drivers: ['Name', 'Age'] }, { Total: 'currency' }, { Total: 100 }),
    'major',
    'output removed',
  ],
  [
    'another result',
    build({ Age: 'number', Drivers: ['Name', 'Age'] }, { Premium: 'currency' }, { Premium: 100.5 }),
    'major',
    'result changed',
  ],
] as const)('%s', (_, next, upgrade, reason) => {
  const proposal = proposeRevision({ revision: '1.2.3', build: base }, next, '1.4.0')
  expect(proposal).toMatchObject({ previous: '1.2.3', highest: '1.4.0', upgrade, reasons: [{ kind: reason }] })
  expect(proposal.revision).toBe({ major: '2.0.0', minor: '1.5.0', patch: '1.4.1' }[upgrade])
})

it('begins with 1.0.0', () => {
  expect(proposeRevision(undefined, base, undefined)).toMatchObject({ previous: null, revision: '1.0.0' })
})
