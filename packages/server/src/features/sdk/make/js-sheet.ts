import type { PortableSettings } from '@sheetwright/compiler/portable-engine.ts'
import { needsEvaluator, portableRuntime } from './portable-runtime.ts'

/** An engine as JavaScript without dependencies. */
export interface JsSheet {
  /** ECMAScript module. */
  readonly module: string
  /** CommonJS. */
  readonly script: string
}

export interface SheetOrder {
  readonly title: string
  /** Text of the compiled program. */
  readonly program: string
  readonly settings: PortableSettings
  readonly metadata: unknown
}

const exported = ['hash', 'about', 'data', 'link']

/**
 * Combines program and runtime. Both are functions called by the first calculation, so that bundlers drop unused code
 * and an import costs nothing.
 */
export async function jsSheet({ title, program, settings, metadata }: SheetOrder): Promise<JsSheet> {
  const withEvaluator = needsEvaluator(program)
  const runtime = await portableRuntime({ withEvaluator })
  const body = `/*! ${title.replaceAll('*/', '* /')}
 * Compiled from a workbook by Sheetwright. The runtime is licensed under the Apache License 2.0.
 */
const metadata = /* @__PURE__ */ JSON.parse(${literal(metadata)});
let opened;
function sheet() {
  return (opened ??= runtime().portableEngine(program, JSON.parse(${literal(settings)})${withEvaluator ? ', runtime().portableDelegate' : ''}));
}
let loaded;
function runtime() {
  return (loaded ??= load());
}
function calculate(inputs, options) {
  return sheet().calculate(inputs, options);
}
function calculateAll(records, options) {
  return sheet().calculateAll(records, options);
}
${programAndRuntime(program, runtime)}`
  return {
    module: `${body}export { calculate, calculateAll, metadata };\n`,
    script: `'use strict';\n${body}module.exports = { calculate, calculateAll, metadata };\n`,
  }
}

/** Program and runtime as functions, `program` and `load`, which run only when called. */
export function programAndRuntime(program: string, runtime: string): string {
  const names = needsEvaluator(program) ? [...exported, 'workbook'] : exported
  return `function program() {
  'use strict';
${program.replace(/^export /gm, '')}
return { ${names.join(', ')} };
}
function load() {
  'use strict';
${runtime}
return runtime;
}
`
}

export function literal(value: unknown): string {
  return JSON.stringify(JSON.stringify(value))
}
