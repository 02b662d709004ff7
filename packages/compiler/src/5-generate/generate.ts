import type { Layout } from '@sheetwright/runtime/program/layout.ts'
import type { Area } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import { cellsOf, type Family } from '../4-analyse/family.ts'
import type { CellPlace } from '../4-analyse/place-index.ts'
import type { Step } from '../4-analyse/schedule.ts'
import type { Code } from './code.ts'
import type { Statement } from './frame.ts'
import { layoutOf } from './layout.ts'
import type { ProgramBuilder } from './program-builder.ts'
import { findReductions } from './reductions.ts'
import { StepWriter } from './step-writer.ts'
import { Storage } from './storage.ts'

export interface Generated {
  readonly statements: readonly Statement[]
  readonly stepNames: readonly Code[]
  /** The families of each step. */
  readonly stepFamilies: readonly (readonly Family[])[]
  readonly layout: Layout
  readonly loops: number
}

export function generate(
  program: ProgramBuilder,
  analysis: Analysis,
  inputs: readonly CellPlace[],
  outputs: readonly Area[],
): Generated {
  const families = analysis.steps.flatMap((step) => (step.kind === 'family' ? [step.family] : [...step.families]))
  const delegatedCells = analysis.delegated.flatMap(({ family }) => cellsOf(family))
  const given = [...inputs, ...delegatedCells]
  const tangled = new Set(analysis.steps.flatMap((step) => (isOneByOne(step) ? step.families : [])))
  const storage = new Storage(program.workbook, analysis, families, given, tangled)
  program.planned(analysis, storage, given)
  const writer = new StepWriter(program, findReductions(program, analysis.steps))
  for (const step of analysis.steps) writer.step(step)
  writer.closePart()
  return {
    statements: writer.statements,
    stepNames: writer.names,
    stepFamilies: writer.families,
    layout: layoutOf(program, analysis, storage, families, given, outputs),
    loops: writer.loops,
  }
}

/** Are cells computed one by one, so that lines along the other axis cannot be filled after the step? */
function isOneByOne(step: Step): step is Extract<Step, { kind: 'ordered' | 'demand' }> {
  return step.kind === 'ordered' || step.kind === 'demand'
}
