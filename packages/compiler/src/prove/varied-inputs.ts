import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { toJson } from '@sheetwright/runtime/engine/json-values.ts'
import type { BlockPort, CellPort, Port, ValueType } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { provingMoment } from './proving-run.ts'

type Random = () => number

/**
 * Test inputs for an engine: within and at the edges of the data validations, around the defaults, blank, and
 * occasionally odd ones. Deterministic per workbook.
 */
export function variedInputs({ ports, calculator }: Engine, count: number): EngineInputs[] {
  const random = seeded(0x5eed)
  const inputs = [...ports.inputs, ...ports.subservices.flatMap(({ inputs: own }) => own)]
  calculator.begin(provingMoment)
  const makers = inputs.map((port) => ({ name: port.name, make: maker(port, calculator, random) }))
  return Array.from({ length: count }, () => {
    const record: Record<string, unknown> = {}
    for (const { name, make } of makers) {
      // Omitted inputs take their defaults: combinations of few changes find problems that many changes hide.
      if (random() < 0.4) record[name] = make()
    }
    return record
  })
}

function maker(port: Port, calculator: Calculator, random: Random): () => unknown {
  if (port.shape === 'block') return () => blockOf(port, calculator.date1904, random)
  const candidates = candidatesOf(port, calculator)
  return () => pick(candidates, random)
}

function candidatesOf(port: CellPort, calculator: Calculator): unknown[] {
  const rule = port.validation?.rule
  const travelling = (value: Scalar) => toJson(value, port.type, calculator.date1904)
  if (rule?.type === 'list') {
    const choices = rule.items ?? calculator.choices(port).map(travelling)
    return choices.length > 0 ? [...choices] : around(port.default, port.type, calculator.date1904)
  }
  const limits = (['formula1', 'formula2'] as const)
    .map((formula) => (rule === undefined || rule.type === 'custom' ? null : calculator.limit(port, formula)))
    .filter((value) => typeof value === 'number')
  if (limits.length === 0) return around(port.default, port.type, calculator.date1904)
  const [low = 0, high = low] = limits
  const spread = [0, 0.1, 0.37, 0.5, 0.9, 1].map((share) => low + (high - low) * share)
  const values = rule?.type === 'whole' ? spread.map(Math.round) : spread
  return [...values.map(travelling), ...values.map(travelling), ...around(port.default, port.type, calculator.date1904)]
}

/** Values of the same kind as a default, near it and far from it. */
function around(value: Scalar, type: ValueType, date1904: boolean): unknown[] {
  const numbers = (list: readonly number[]) => [...list.map((one) => toJson(one, type, date1904)), null]
  if (typeof value === 'number') {
    switch (type) {
      case 'date':
      case 'datetime':
        return numbers(
          [value, value + 1, value - 1, value + 31, value - 365, value + 3653, value + 0.5].map(Math.floor),
        )
      case 'time':
        return numbers([value, 0, 0.25, 0.5, 0.999])
      case 'boolean':
        return [true, false, null]
      default: {
        const list = [value, value + 1, value - 1, value * 2, value / 2, value * 1.1, -value, 0, 1, value * 10, 0.1]
        return numbers(type === 'integer' ? list.map(Math.round) : list)
      }
    }
  }
  if (typeof value === 'boolean') return [true, false, null]
  if (typeof value === 'string') return [value, value.toUpperCase(), value.toLowerCase(), `${value}x`, '', '12', null]
  return value instanceof ExcelError || type === 'text' ? ['a', '', null] : numbers([0, 1, 2.5, 100])
}

function blockOf({ columns, defaults }: BlockPort, date1904: boolean, random: Random): unknown[] {
  const rows = Math.floor(random() * (Math.min(defaults.length, 50) + 1))
  return Array.from({ length: rows }, (_, row) => {
    const record: Record<string, unknown> = {}
    columns.forEach(({ heading, type }, col) => {
      const saved = defaults[row]?.[col] ?? defaults[0]?.[col] ?? null
      record[heading] = random() < 0.5 ? toJson(saved, type, date1904) : pick(around(saved, type, date1904), random)
    })
    return record
  })
}

function pick(list: readonly unknown[], random: Random): unknown {
  return list[Math.floor(random() * list.length)]
}

/** A repeatable sequence of numbers from 0 to below 1 for a seed. */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
