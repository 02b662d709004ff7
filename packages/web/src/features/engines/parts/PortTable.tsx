import { Tooltip } from '@mantine/core'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { IconTable } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { boundsText, ruleText } from '../rule-text.ts'
import { valueTypeNames } from './value-type-names.ts'
import classes from './PortTable.module.css'
import { ValueText } from './ValueText.tsx'

export interface PortTableProps {
  readonly label: string
  readonly ports: readonly EnginePort[]
  /** Shows the validation of inputs. */
  readonly direction: 'input' | 'output'
}

/** Inputs or outputs of an engine, one per row. */
export function PortTable({ label, ports, direction }: PortTableProps) {
  const text = useText()
  const columns: Column<EnginePort>[] = [
    {
      id: 'name',
      heading: text('Port.name'),
      width: 216,
      grows: true,
      namesRow: true,
      renderCell: PortName,
    },
    { id: 'type', heading: text('Port.type'), width: 118, renderCell: (port) => <PortType port={port} /> },
    {
      id: 'default',
      heading: text(direction === 'input' ? 'Port.default' : 'Port.saved'),
      width: 120,
      align: 'end',
      renderCell: (port) => <PortValue port={port} />,
    },
    ...(direction === 'input'
      ? [{ id: 'rule', heading: text('Port.rule'), width: 186, renderCell: (port: EnginePort) => <Rule port={port} /> }]
      : []),
    {
      id: 'cell',
      heading: text('Port.cell'),
      width: 120,
      renderCell: ({ cell }) => <PortCell cell={cell} />,
    },
  ]
  return <LongTable label={label} columns={columns} rows={ports} rowKey={(port) => port.name} />
}

/** The description has a line of its own, so that none is cut beside the other columns. */
function PortName({ name, description }: EnginePort) {
  return (
    <div className={classes.name}>
      <span className="mono">{name}</span>
      {description !== '' && <span className={classes.description}>{description}</span>}
    </div>
  )
}

/** Of a long name of a sheet, the end is cut, so that the cell stays in sight. */
function PortCell({ cell }: { cell: string }) {
  const mark = cell.lastIndexOf('!')
  return (
    <span className={`mono ${classes.cell}`} title={cell}>
      <span className={classes.sheet}>{cell.slice(0, mark)}</span>
      {cell.slice(mark)}
    </span>
  )
}

function PortType({ port }: { port: EnginePort }) {
  const text = useText()
  const own = shownType(port)
  if (port.shape === 'cell') return <span>{own === undefined ? '' : text(valueTypeNames[own])}</span>
  const columns = (port.columns ?? []).map(({ heading, type }) => `${heading}: ${text(valueTypeNames[type])}`)
  return (
    <Tooltip label={columns.join('\n')} classNames={{ tooltip: classes.columns ?? '' }}>
      <span className={classes.table}>
        <IconTable />
        {text('Port.columns', { count: columns.length })}
      </span>
    </Tooltip>
  )
}

/** A number validated as whole is an integer, whatever its format. */
function shownType({ type, validation }: EnginePort): EnginePort['type'] {
  return type === 'number' && validation?.type === 'whole' ? 'integer' : type
}

function PortValue({ port }: { port: EnginePort }) {
  const text = useText()
  if (Array.isArray(port.default)) return <span>{text('Port.rows', { count: port.default.length })}</span>
  return <ValueText value={port.default} numberFormat={port.numberFormat} />
}

function Rule({ port }: { port: EnginePort }) {
  const text = useText()
  if (port.validation === undefined) return null
  // The type has its own column, so bounds are enough.
  const rule = boundsText(text, port.validation) || ruleText(text, port.validation)
  const details = [ruleText(text, port.validation), port.validation.inputMessage, port.validation.errorMessage].filter(
    (part) => part,
  )
  return (
    <Tooltip label={details.join('\n')} multiline classNames={{ tooltip: classes.columns ?? '' }}>
      <span>{rule}</span>
    </Tooltip>
  )
}
