import type { PortableSettings } from '@sheetwright/compiler/portable/portable-engine.ts'
import { portableRuntime } from './portable-runtime.ts'

/** An engine as JavaScript that needs nothing but the language. */
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
const hasWorkbook = /^export const workbook\b/m

/**
 * Puts program and runtime together. Both are functions that are called with the first calculation, so that a bundler leaves
 * out what nobody calls, and an import costs nothing.
 */
export async function jsSheet({ title, program, settings, metadata }: SheetOrder): Promise<JsSheet> {
  const withEvaluator = hasWorkbook.test(program)
  const runtime = await portableRuntime({ withEvaluator })
  const names = withEvaluator ? [...exported, 'workbook'] : exported
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
function program() {
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
  return {
    module: `${body}export { calculate, calculateAll, metadata };\n`,
    script: `'use strict';\n${body}module.exports = { calculate, calculateAll, metadata };\n`,
  }
}

function literal(value: unknown): string {
  return JSON.stringify(JSON.stringify(value))
}
