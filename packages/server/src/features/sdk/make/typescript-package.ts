import type { PackageOrder } from './package-order.ts'
import { typeScriptInterface } from './schema-types.ts'
import type { PackedFile } from './tar-file.ts'

/** The files of the npm package that computes an engine. */
export function typeScriptPackage(order: PackageOrder): PackedFile[] {
  const { names, sheet, cases, parity, licence } = order
  const types = typesOf(order)
  return [
    { path: 'package.json', content: `${JSON.stringify(manifest(order), null, 2)}\n` },
    { path: 'README.md', content: readme(order) },
    { path: 'index.js', content: sheet.module },
    { path: 'index.cjs', content: sheet.script },
    { path: 'index.d.ts', content: types },
    { path: 'index.d.cts', content: types },
    { path: 'parity.json', content: JSON.stringify(parity, null, 2) },
    { path: 'test/cases.json', content: JSON.stringify(cases) },
    { path: 'test/index.test.mjs', content: test(names.title) },
    { path: 'LICENSE', content: licence },
  ]
}

function manifest({ names, engine }: PackageOrder) {
  return {
    name: names.npm,
    version: names.version,
    description: `${engine.serviceName} of ${engine.productName}, compiled from its workbook`,
    license: 'SEE LICENSE IN README.md',
    type: 'module',
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './parity.json': './parity.json',
      './package.json': './package.json',
    },
    sideEffects: false,
    engines: { node: '>=20' },
    scripts: { test: 'node test/index.test.mjs' },
  }
}

function typesOf({ names, inputs, outputs, engine }: PackageOrder): string {
  const subservices = engine.interface.subservices.map(({ name }) => JSON.stringify(name))
  return `/** ${names.title.replaceAll('*/', '* /')} */

${typeScriptInterface('Inputs', inputs, 'inputs')}
/** An error of Excel is its text, as \`#N/A\`, and \`errors\` says where it arose. */
${typeScriptInterface('Outputs', outputs, 'outputs')}
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Message {
  /** Name of the input or output that it is about. */
  readonly key: string
  readonly message: string
  /** Where the cause lies in the workbook, as \`Sheet1!B2\`. */
  readonly cell?: string
}

export interface Options {
  /** The moment that NOW and TODAY give; by default the present. The clock is UTC, as on the server. */
  readonly now?: Date | string | number
  /** Makes RAND and its relatives repeatable. */
  readonly seed?: number
  /** False lets inputs pass that the workbook's own validation refuses. */
  readonly validate?: boolean
  readonly subservice?: ${subservices.length === 0 ? 'never' : subservices.join(' | ')}
  /** Names of the outputs that are wanted; by default all. */
  readonly outputs?: readonly string[]
}

export interface Success<O = Outputs> {
  readonly status: 'success'
  readonly outputs: O
  readonly warnings: readonly Message[]
  /** Outputs that are an error of Excel. */
  readonly errors: readonly Message[]
}

/** \`refused\`: the inputs were not taken. \`stopped\`: the calculation passed its limits. */
export interface Failure {
  readonly status: 'refused' | 'stopped'
  readonly outputs: null
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
}

/** What \`calculate\` throws instead of a result. Its name is \`CalculationError\`. */
export interface CalculationError extends Error {
  readonly name: 'CalculationError'
  readonly status: Failure['status']
  readonly errors: readonly Message[]
}

export interface PortDescription {
  readonly name: string
  readonly originalName: string
  readonly description: string
  readonly cell: string
  readonly shape: 'cell' | 'block'
  readonly type?: string
  readonly default?: Json
  readonly [more: string]: unknown
}

export interface Metadata {
  readonly product: string
  readonly service: string
  readonly version: string
  readonly versionId: string
  readonly compilerVersion: string
  readonly workbookHash: string
  readonly inputs: readonly PortDescription[]
  readonly outputs: readonly PortDescription[]
  readonly subservices: readonly { readonly name: string }[]
  readonly [more: string]: unknown
}

/** Computes one record. What is left out has the value of the workbook. Throws a \`CalculationError\` where there is no result. */
export function calculate(inputs?: Inputs, options?: Options & { readonly subservice?: undefined }): Success
export function calculate(inputs: Readonly<Record<string, Json>>, options: Options): Success<Readonly<Record<string, Json>>>

/** Computes many records. A record that fails is a \`Failure\` in its place. */
export function calculateAll(records: Iterable<Inputs>, options?: Options & { readonly subservice?: undefined }): Array<Success | Failure>
export function calculateAll(
  records: Iterable<Readonly<Record<string, Json>>>,
  options: Options,
): Array<Success<Readonly<Record<string, Json>>> | Failure>

export const metadata: Metadata
`
}

function readme({ names, engine, cases, madeAt, parity }: PackageOrder): string {
  const [first] = cases.cases
  const inputs = JSON.stringify(first?.inputs ?? {}, null, 2)
  const outputs = JSON.stringify(first?.outputs ?? {}, null, 2)
  return `# ${names.title}

${engine.releaseNote || 'An engine compiled from its workbook.'} It computes on its own: no network, no dependency, no server. It gives the same results as the server, bit for bit.

## Install

Unpack the download, then:

\`\`\`sh
npm install ./${names.npm}-${names.version}.tgz
\`\`\`

## Use

\`\`\`js
import { calculate, calculateAll, metadata } from '${names.npm}'

const { outputs, warnings, errors } = calculate(${inputs})
console.log(outputs)
\`\`\`

With these inputs the outputs are:

\`\`\`json
${outputs}
\`\`\`

- \`calculate(inputs, options)\` throws a \`CalculationError\` with \`errors\` by input when the workbook refuses the inputs.
- \`calculateAll(records, options)\` gives one result for each record; one that fails does so alone.
- \`metadata\` describes inputs and outputs.
- \`options.now\` and \`options.seed\` make results that depend on the clock or on chance repeatable.
- \`require('${names.npm}')\` works too. The module runs in Node 20 and later, browsers, workers and edge runtimes.

## Test

\`npm test\` computes ${cases.cases.length} cases and holds them against what the server computed when the package was made (${madeAt}).
\`parity.json\` is the proof of the version against the values that Excel saved (${parity.verdict}).

## Licence

The engine belongs to whoever made the workbook. The runtime in it is licensed under the Apache License 2.0 (\`LICENSE\`).
`
}

function test(title: string): string {
  return `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import * as module from '../index.js'

const script = createRequire(import.meta.url)('../index.cjs')
const { options, cases } = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'))
const told = ({ status, outputs, errors }) => JSON.stringify({ status, outputs, errors })

for (const [kind, { calculateAll }] of Object.entries({ module, script })) {
  test(${JSON.stringify(title)} + ' as a ' + kind + ' gives what the server gave', () => {
    const results = calculateAll(cases.map(({ inputs }) => inputs), options)
    cases.forEach((expected, i) => assert.equal(told(results[i]), told(expected), expected.name))
  })
}
`
}
