import type { CalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'
import { serialInZone } from '@sheetwright/runtime/dates/time-zone.ts'
import { describeValidations } from '@sheetwright/runtime/engine/describe-validations.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { Port } from '@sheetwright/runtime/engine/ports.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { LocalRun, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** Runs a compiled engine in a worker. It has no network and no storage: its own policy allows only code. */

const limits = { steps: 20_000_000_000, memory: 512 * 1024 * 1024 }

let engine: Engine | undefined

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void answer(data))

async function answer(request: WorkerRequest): Promise<void> {
  const { id } = request
  try {
    if (request.kind === 'open') {
      engine = await open(request.program)
      send({ kind: 'opened', id })
    } else send({ kind: 'runs', id, runs: request.records.map(run) })
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

function send(message: WorkerAnswer): void {
  postMessage(message)
}

async function open({ program, locale, timeZone: zone, inputNames, outputNames }: CalculatorProgram): Promise<Engine> {
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }))
  const module = (await import(/* @vite-ignore */ address)) as ProgramModule
  URL.revokeObjectURL(address)
  const { steps, memory } = limits
  const delegate = module.workbook === undefined ? undefined : await delegateOf(module, { locale, steps })
  const { ports, calculator } = programEngine(module, {
    functions,
    locale,
    timeZone: zone ?? undefined,
    steps,
    memory,
    delegate,
  })
  return new Engine(
    {
      ...ports,
      inputs: ports.inputs.map((port) => renamed(port, inputNames)),
      outputs: ports.outputs.map((port) => renamed(port, outputNames)),
    },
    calculator,
  )
}

/** Loads the reference evaluator, which only programs with uncompiled cells need. */
async function delegateOf(module: ProgramModule, options: { readonly locale: string; readonly steps: number }) {
  const { portableDelegate } = await import('@sheetwright/compiler/portable-delegate.ts')
  return portableDelegate(module, functions, options)
}

function renamed(port: Port, names: Readonly<Record<string, string>>): Port {
  return { ...port, name: Object.hasOwn(names, port.name) ? (names[port.name] ?? port.name) : port.name }
}

function run(record: Readonly<Record<string, unknown>>): LocalRun {
  if (engine === undefined) throw new Error('The program is not loaded')
  const { calculator, ports } = engine
  const now = serialInZone(Date.now(), calculator)
  const { outputs, errors, warnings, ended } = engine.execute(record, {
    now,
    seed: Math.floor(Math.random() * 2 ** 31),
  })
  if (ended !== undefined) throw new Error(errors.at(-1)?.message ?? 'The calculation was stopped')
  return { outputs, errors, warnings, validations: describeValidations(ports.inputs, calculator) }
}
