import type { EngineInterface, Port } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { CellText } from '../explain/cell-text.ts'

type PortField = 'shape' | 'type' | 'default' | 'cell' | 'description' | 'columns' | 'rows' | 'validation'

/** An input or output that was added, removed, or changed under the same name. */
export interface PortChange {
  readonly kind: 'input' | 'output'
  /** Prefixed with the name of the subservice and a dot, if it belongs to one. */
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly fields: readonly { readonly field: PortField; readonly before: string; readonly after: string }[]
}

interface Side {
  readonly ports: EngineInterface
  readonly text: CellText
}

/** The changes that matter to callers of the later version. */
export function diffInterfaces(before: Side, after: Side): PortChange[] {
  return (['input', 'output'] as const).flatMap((kind) => {
    const [old, now] = [portsByName(before.ports, kind), portsByName(after.ports, kind)]
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): PortChange[] => {
      const [was, is] = [old.get(key), now.get(key)]
      const { name } = is ?? was ?? { name: key }
      if (!was || !is) return [{ kind, name, change: was ? 'removed' : 'added', fields: [] }]
      const [described, describedNow] = [describe(was.port, kind, before.text), describe(is.port, kind, after.text)]
      const fields = portFields.flatMap((field) =>
        described[field] === describedNow[field]
          ? []
          : [{ field, before: described[field], after: describedNow[field] }],
      )
      return fields.length === 0 ? [] : [{ kind, name, change: 'changed', fields }]
    })
  })
}

const portFields: readonly PortField[] = [
  'shape',
  'type',
  'default',
  'columns',
  'rows',
  'validation',
  'description',
  'cell',
]

function portsByName(ports: EngineInterface, kind: 'input' | 'output') {
  const list = kind === 'input' ? 'inputs' : 'outputs'
  const all = [
    ...ports[list].map((port) => ({ name: port.name, port })),
    ...ports.subservices.flatMap((one) => one[list].map((port) => ({ name: `${one.name}.${port.name}`, port }))),
  ]
  return new Map(all.map((each) => [each.name.toLowerCase(), each]))
}

function describe(port: Port, kind: 'input' | 'output', text: CellText): Readonly<Record<PortField, string>> {
  const { sheet, range } = port.place
  const base = { shape: port.shape, cell: text.area({ sheet, ...range }), description: port.description ?? '' }
  if (port.shape === 'block') {
    const columns = port.columns.map(({ heading, type }) => `${heading} (${type})`).join(', ')
    return { ...base, type: '', default: '', columns, rows: String(range.bottom - range.top), validation: '' }
  }
  return {
    ...base,
    type: port.type,
    // The saved value of an output is a result: results are compared by running both versions.
    default: kind === 'input' ? valueText(port.default) : '',
    columns: '',
    rows: '',
    validation: validationText(port),
  }
}

function validationText({ validation }: Extract<Port, { shape: 'cell' }>): string {
  if (!validation) return ''
  const { type, operator, items, formula1, formula2, errorStyle } = validation.rule
  if (type === 'any') return ''
  if (items) return `list ${items.join(', ')} (${errorStyle})`
  const limits = [formula1, formula2].filter((each) => each !== undefined).join(' and ')
  return `${type} ${type === 'list' || type === 'custom' ? '' : `${operator} `}${limits} (${errorStyle})`
}

function valueText(value: Scalar): string {
  if (value === null) return ''
  return value instanceof ExcelError
    ? value.code
    : typeof value === 'boolean'
      ? String(value).toUpperCase()
      : String(value)
}
